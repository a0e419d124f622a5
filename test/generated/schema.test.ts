import { readFileSync } from 'node:fs';
import {
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Operation, operations } from '../../src/api/operation.ts';
import { problems } from '../../src/kernel/problem.ts';
import { schema } from '../../src/main/registries/schema.ts';
import { rows } from '../../src/rest/documented-paths.ts';

const ownTypes = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);
const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const subscriptions = Object.values(schema.getSubscriptionType()?.getFields() ?? {});

test('schema.graphql is the printed schema', () => {
  const kept = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');

  expect(`${printSchema(lexicographicSortSchema(schema))}\n` === kept, 'run npm run schema').toBe(true);
});

test('every type, field, argument and enum value has a description', () => {
  const silent = ownTypes.flatMap(partsOf).filter(([, description]) => !description?.trim());

  expect(silent.map(([name]) => name)).toEqual([]);
});

test('the first sentence of every description has fewer than 20 words', () => {
  const firstSentence = (description: string) =>
    description.replace(/\s+/g, ' ').split(/(?<=[.!?]) (?=[A-Z`"])/)[0] ?? '';
  const long = ownTypes
    .flatMap(partsOf)
    .map(([name, description]) => [name, firstSentence(description ?? '')] as const)
    .filter(([, sentence]) => sentence.split(' ').length >= 20);

  expect(long).toEqual([]);
});

test.each(mutations)('$name has one argument: an input named after the mutation', ({ name, args }) => {
  const input = args.map((argument) => `${argument.name}: ${argument.type}`);

  expect(input).toEqual([`input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`]);
});

test.each(queries)('$name has separate arguments instead of one input', ({ args }) => {
  expect(args.map(({ name }) => name)).not.toContain('input');
});

test('the fields of the schema are exactly the declared operations', () => {
  const fields = [...queries, ...mutations, ...subscriptions];
  expect(fields.map(({ name }) => name).sort()).toEqual([...operations.keys()].sort());
});

test('the description of every operation contains its scope and its problem codes', () => {
  for (const { name, description } of [...queries, ...mutations, ...subscriptions]) {
    const { scope, alternativeScope, problems } = operations.get(name) as Operation;
    const scopes = alternativeScope ? `\`${scope}\` or \`${alternativeScope}\`` : `\`${scope}\``;
    expect(description).toContain(scope === null ? 'Needs no credentials.' : `Scope: ${scopes}.`);
    for (const problem of problems) expect(description).toContain(`\`${problem}\``);
  }
});

test('the schema has exactly the problem codes of the product', () => {
  const codes = schema.getType('ProblemCode');

  expect(fieldNames(codes).sort()).toEqual(Object.keys(problems).sort());
});

test('every row of REST calls operations that exist', () => {
  for (const { path, calls } of rows) {
    for (const { operation } of Object.values(calls))
      expect(operations.get(operation.name)?.input, path).toBe(operation.input);
  }
});

test('lists are connections that page by cursors', () => {
  const lists = queries.filter(({ type }) => getNamedType(type).name.endsWith('Connection'));

  expect(lists.length).toBeGreaterThan(0);
  for (const { name, args } of lists) {
    const names = args.map((argument) => argument.name);
    expect(names, name).toEqual(expect.arrayContaining(['first', 'after', 'last', 'before']));
    expect(names, name).toContain(name === 'events' ? 'kinds' : 'filter');
  }
});

test('every other list of objects says that it is not paginated', () => {
  const fields = ownTypes
    .filter((type) => isObjectType(type) && !type.name.endsWith('Connection'))
    .flatMap((type) => Object.values((type as GraphQLObjectType).getFields()));
  const lists = fields.filter(({ type }) => isListType(getNullableType(type)) && isCompositeType(getNamedType(type)));

  expect(lists.length).toBeGreaterThan(10);
  expect(
    lists.filter(({ description }) => !/\bnot paginated\b/i.test(description ?? '')).map(({ name }) => name),
  ).toEqual([]);
});

describe('the rules of clients that keep objects by their ids', () => {
  const objects = ownTypes.filter((type) => isObjectType(type));
  const isNode = (type: GraphQLType) => {
    const named = getNamedType(type);
    return named === nodeType || (isObjectType(named) && named.getInterfaces().includes(nodeType));
  };
  const nodeType = schema.getType('Node') as GraphQLInterfaceType;
  const connections = objects.filter(({ name }) => name.endsWith('Connection'));
  const edges = objects.filter(({ name }) => name.endsWith('Edge'));

  test.each(objects.filter((type) => 'id' in type.getFields()))('$name has an id, so it is a node', (type) => {
    expect([isNode(type), String(type.getFields().id?.type)]).toEqual([true, 'ID!']);
  });

  test.each(queries.filter(({ args }) => args.some(({ name }) => name === 'id')))(
    '$name finds by an id, so it returns a node',
    ({ type }) => {
      expect(isNode(type)).toBe(true);
    },
  );

  test.each(connections)('$name is a connection of Relay', (type) => {
    const { edges, nodes, pageInfo } = type.getFields();
    const item = type.name.replace(/Connection$/, '');

    expect([edges, pageInfo].map((field) => String(field?.type))).toEqual([`[${item}Edge!]!`, 'PageInfo!']);
    expect(String(nodes?.type)).toBe(`[${item}!]!`);
  });

  test.each(edges)('$name is an edge of Relay', (type) => {
    const { cursor, node } = type.getFields();

    expect(String(cursor?.type)).toBe('String!');
    expect(String(node?.type)).toBe(`${type.name.replace(/Edge$/, '')}!`);
    expect(isNode(node?.type as GraphQLType)).toBe(true);
  });

  test('fields that return a connection page by cursors', () => {
    const fields = objects.flatMap((type) => Object.values(type.getFields()));
    const paged = fields.filter(({ type }) => getNamedType(type).name.endsWith('Connection'));

    for (const { name, args } of paged) {
      const types = Object.fromEntries(args.map((argument) => [argument.name, String(argument.type)]));
      expect(types, name).toMatchObject({ first: 'Int', last: 'Int' });
      expect(['String', 'BigInt']).toContain(types.after);
      expect(types.before).toBe(types.after);
    }
  });

  test('PageInfo has the fields of Relay', () => {
    expect(Object.fromEntries(fieldTypes(schema.getType('PageInfo') as GraphQLNamedType))).toEqual({
      'PageInfo.hasPreviousPage': 'Boolean',
      'PageInfo.hasNextPage': 'Boolean',
      'PageInfo.startCursor': 'String',
      'PageInfo.endCursor': 'String',
    });
  });
});

test('types are in PascalCase, fields and arguments in camelCase, values in UPPER_CASE', () => {
  const wrong = ownTypes.flatMap((type) => {
    const parts = partsOf(type).slice(1);
    const form = isEnumType(type) ? /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/ : /^[a-z][a-zA-Z0-9]*$/;
    const names = parts.map(([name]) => name).filter((name) => !form.test(name.replace(`${type.name}.`, '')));
    return /^[A-Z][a-zA-Z0-9]*$/.test(type.name) ? names : [type.name, ...names];
  });

  expect(wrong).toEqual([]);
});

/** The names that section 8 of the contract specifies for existing operations. Add names together with operations. */
const promised = {
  loyalty: [
    'loyaltyCards',
    'loyaltyCard(id)',
    'loyaltyUsers(card, filter, includeVoided)',
    'loyaltyUser(card, user)',
    'searchLoyaltyUsers(card, search)',
    'copyLoyaltyCard',
    'createLoyaltyUser',
    'createLoyaltyUsers',
    'updateLoyaltyUser',
    'addStamps',
    'useRewards',
    'voidLoyaltyUser',
    'deleteLoyaltyUser',
    'createLoyaltyPerson',
    'linkLoyaltyUser',
    'adjustLoyaltyBalance',
    'createLoyaltyCard',
    'updateLoyaltyCard',
    'createReward',
  ],
  coupons: ['coupons(filter)', 'coupon(id)', 'setCouponStatus'],
  sessions: [
    'couponSessions(coupon, filter)',
    'couponSession(session)',
    'updateCouponSession',
    'voidCouponSession',
    'unvoidCouponSession',
    'lockCouponSession',
    'unlockCouponSession',
    'claimCouponSession',
    'validateCouponSession',
    'unvalidateCouponSession',
    'activateCouponSession',
    'deleteCouponSession',
  ],
  'single-use': ['createSingleUseUrl'],
  directory: [
    'directories',
    'directory(id)',
    'directoryUsers(directory)',
    'directoryUser(directory, user)',
    'createDirectoryUser',
    'setDirectoryUserBlocked',
    'grantPaidAccess',
    'revokePaidAccess',
    'createSingleSignOn',
    'addDirectoryCampaign',
    'removeDirectoryCampaign',
  ],
  messaging: [
    'sendCouponEmail',
    'sendCouponSms',
    'sendLoyaltyCardEmail',
    'sendLoyaltyCardSms',
    'sendDirectoryEmail',
    'sendDirectorySms',
  ],
  groups: ['contactGroups(channel)', 'contacts(group)', 'createContactGroup', 'addContact'],
  webhook: ['events(after, kinds, types, campaign)', 'webhookEvents(after, kinds, types, campaign)'],
  'not in REST': [
    'viewer',
    'createAccount',
    'updateAccount',
    'closeAccount',
    'reopenAccount',
    'createApiKey',
    'revokeApiKey',
    'createCoupon',
    'updateCoupon',
    'deleteCoupon',
    'lockCoupon',
    'unlockCoupon',
    'voidCoupon',
    'unvoidCoupon',
    'createFolder',
    'createDirectory',
    'updateDirectory',
    'createCategory',
    'connectIntegration',
    'disconnectIntegration',
    'topUpEmailBalance',
  ],
};

describe('the names of the contract', () => {
  test.each(Object.values(promised).flat())('%s', (signature) => {
    const [, name = '', list = ''] = /^(\w+)(?:\((.*)\))?$/.exec(signature) ?? [];
    const field = [...queries, ...mutations, ...subscriptions].find((candidate) => candidate.name === name);

    const names = field?.args.map((argument) => argument.name);
    expect(names).toEqual(expect.arrayContaining(list.split(', ').filter(Boolean)));
  });

  test.each([
    [
      'CouponSession',
      'session sequenceId openedAt startedAt claimedAt validatedAt lockedAt voidedAt expiresAt claimType expired',
    ],
    ['CreatedSession', 'session duplicate'],
    ['CreatedApiKey', 'secret key'],
    [
      'CreateCouponInput',
      'name title description timezone status startsAt expiry folder tags value currency barcode emailSubject emailBody smsBody',
    ],
    ['ExpiryInput', 'fixed flexible'],
    ['FixedExpiryInput', 'at'],
    ['FlexibleExpiryInput', 'days'],
    ['ClaimCouponSessionInput', 'session data'],
    ['CouponSessionData', 'customField1 customField7 customId moneySpent'],
    ['CouponSessionFilter', 'opened claimed validated from to'],
    [
      'CreateSingleUseUrlInput',
      'firstName customField1 customId customValCode autoValCode duplicateCheck expiryDate utmSource',
    ],
  ])('%s has %s', (type, names) => {
    expect(fieldNames(schema.getType(type))).toEqual(expect.arrayContaining(names.split(' ')));
  });

  test('sequence ids are BigInt, instants DateTime, money Decimal and ids ID', () => {
    const types = Object.fromEntries(ownTypes.flatMap(fieldTypes));

    expect(types).toMatchObject({
      'CouponSession.sequenceId': 'BigInt',
      'CouponSession.claimedAt': 'DateTime',
      'CouponSession.moneySpent': 'Decimal',
      'CouponSession.session': 'ID',
      'CouponSessionFilter.from': 'DateTime',
      'CouponSessionData.moneySpent': 'Decimal',
      'CreateCouponInput.value': 'Decimal',
      'CreateCouponInput.folder': 'ID',
      'CreateApiKeyInput.expiresAt': 'DateTime',
    });
  });
});

test('optional input is nullable, required input is not', () => {
  const { name, title } = (schema.getType('CreateCouponInput') as GraphQLInputObjectType).getFields();

  expect([isNonNullType(name?.type), isNonNullType(title?.type)]).toEqual([true, false]);
});

/** Returns the parts of a type that require a description, each with its description. */
function partsOf(type: GraphQLNamedType): [name: string, description: string | null | undefined][] {
  const named = (part: { name: string; description?: string | null }): [string, string | null | undefined] => [
    `${type.name}.${part.name}`,
    part.description,
  ];
  const own: [string, string | null | undefined] = [type.name, type.description];
  if (isEnumType(type)) return [own, ...type.getValues().map(named)];
  if (isInputObjectType(type)) return [own, ...Object.values(type.getFields()).map(named)];
  if (!isObjectType(type) && !isInterfaceType(type)) return [own];
  const fields = Object.values(type.getFields());
  return [own, ...fields.map(named), ...fields.flatMap(({ args }) => args.map(named))];
}

function fieldTypes(type: GraphQLNamedType): [string, string][] {
  if (!isObjectType(type) && !isInputObjectType(type)) return [];
  const fields: { name: string; type: GraphQLType }[] = Object.values(type.getFields());
  return fields.map((field) => [`${type.name}.${field.name}`, String(getNamedType(field.type))]);
}

function fieldNames(type: GraphQLNamedType | undefined): string[] {
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  return isObjectType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : [];
}
