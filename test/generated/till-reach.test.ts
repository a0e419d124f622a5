import { type GraphQLObjectType, getNamedType, isInterfaceType, isLeafType, isObjectType, isUnionType } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { type Operation, operations } from '../../src/api/operation.ts';
import { schema } from '../../src/main/registries/schema.ts';
import { rows } from '../../src/rest/documented-paths.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { tillOf } from '../support/make-tills.ts';
import { callOperation, callRow, post } from './answers.ts';
import { variablesFor } from './documents.ts';
import { choosing, nameOf, validFields } from './row-attempts.ts';
import { storedFor } from './stored.ts';
import { inputOf, makeThings, words } from './things.ts';

/** What a till may call (contract, section 9), and nothing else. */
const calls = [
  ...['adjustLoyaltyBalance', 'addPurchase', 'addStamps', 'claimCouponSession', 'findLoyaltyUser', 'findSession'],
  ...['holdCouponSession', 'redeemPoints', 'unvalidateCouponSession', 'useRewards', 'validateCouponSession', 'viewer'],
];

/** The types that a till may see. None of them leads to a list of customers. */
const types = [
  'Account',
  'Coupon',
  'CouponSession',
  'EarnedReward',
  'ExpiringPoints',
  'Location',
  'LoyaltyCard',
  'LoyaltyReward',
  'LoyaltyUser',
  'Till',
  'TillField',
  'Viewer',
];

/** The only fields with addresses of customers: those of the session in hand. */
const addresses = ['CouponSession.email', 'CouponSession.phone'];

const app = useApp();
let owner: Client;
let till: Client;
let things: Record<string, string>;
let stored: string;

beforeAll(async () => {
  owner = await app.client();
  things = await makeThings(app.database, owner.owner);
  till = await tillOf(app, owner.owner);
  stored = await storedFor(app.database, owner.owner.account.id);
});

const all = [...operations.values()];
const allowed = all.filter(({ name }) => calls.includes(name));
const scopeless = ['pairTill'];

test.each(all.filter(({ name }) => ![...calls, ...scopeless].includes(name)))(
  'a till may not call $name',
  async (operation) => {
    const { body } = await callOperation(till, operation, inputOf(operation, things));

    expect(codesOf(body)).toEqual(['FORBIDDEN']);
    expect(await storedFor(app.database, owner.owner.account.id)).toBe(stored);
  },
);

const choices = rows.flatMap((row) =>
  Object.keys(row.calls).map((choice) => ({ name: `${nameOf(row)} ${choice}`, row, choice })),
);

test.each(choices)('a till may not call $name', async ({ row, choice }) => {
  const fields = validFields(row, [...words, ...Object.values(things)], choosing(row, choice));

  const { status, body } = await callRow(till, row, fields);

  expect({ status, codes: body.status.errors.error_code }).toEqual({ status: 403, codes: [1001] });
  expect(await storedFor(app.database, owner.owner.account.id)).toBe(stored);
});

test('a till may see the listed types only, and no addresses but those of the session in hand', () => {
  const seen = reachable();

  expect([...seen.keys()].toSorted()).toEqual(types);
  const fields = [...seen].flatMap(([type, names]) => names.map((name) => `${type}.${name}`));
  expect(fields.filter((field) => /email|phone|\.address|birthday|gender/i.test(field)).toSorted()).toEqual(
    ['Location.address', ...addresses].toSorted(),
  );
  // Each type reaches only itself and others of the list, and no list of customers.
  expect(fields).not.toContain('Coupon.sessions');
  expect(fields).not.toContain('CouponSession.history');
});

test.each(allowed)('a till may read what $name offers it', async (operation) => {
  const { body } = await send(till, operation, selectionOf(resultOf(operation), 4));

  expect(codesOf(body).filter((code) => ['FORBIDDEN', 'UNAUTHENTICATED', 'INVALID_QUERY'].includes(code))).toEqual([]);
});

const hidden = allowed.flatMap((operation) =>
  pathsTo(resultOf(operation), []).map((path) => ({ name: operation.name, operation, path, at: path.join('.') })),
);

test('of all fields below what a till may call, those that it may not read are refused, also in fragments', async () => {
  const before = await storedFor(app.database, owner.owner.account.id);
  const attempts = hidden.map(async ({ operation, path, at }) => {
    const plain = await send(till, operation, nested(path));
    const [type] = [resultOf(operation).name];
    const inFragment = await send(till, operation, `{ ...on ${type} ${nested(path)} }`);
    const skipped = await send(
      till,
      operation,
      `{ __typename ...Part } fragment Part on ${type} ${nested(path)}`,
      true,
    );
    return [plain, inFragment, skipped].map(({ body }) => [`${operation.name} ${at}`, codesOf(body)]);
  });

  const answers = (await Promise.all(attempts)).flat();

  expect(answers.filter(([, codes]) => codes?.[0] !== 'FORBIDDEN' || codes.length !== 1)).toEqual([]);
  expect(hidden.length).toBeGreaterThan(100);
  expect(await storedFor(app.database, owner.owner.account.id)).toBe(before);
});

test('every field for tills exists', () => {
  const missing = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type)) return [];
    return (type.extensions.tillFields ?? [])
      .filter((name) => !type.getFields()[name])
      .map((name) => `${type.name}.${name}`);
  });

  expect(missing).toEqual([]);
});

test('a till reaches nothing by the other doors', async () => {
  const paths = ['/imports/contacts', '/imports/coupon-codes'];

  const answers = await Promise.all(
    paths.map((path) => fetch(till.url + path, { method: 'POST', headers: till.headers })),
  );

  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
});

function codesOf(body: { errors?: { extensions: { code: string } }[] }): string[] {
  return (body.errors ?? []).map(({ extensions }) => extensions.code);
}

function fieldOf({ kind, name }: Operation) {
  const root = kind === 'mutation' ? schema.getMutationType() : schema.getQueryType();
  const field = root?.getFields()[name];
  if (!field) throw new Error(`there is no ${name}`);
  return field;
}

function resultOf(operation: Operation): GraphQLObjectType {
  const type = getNamedType(fieldOf(operation).type);
  if (!isObjectType(type)) throw new Error(`${operation.name} returns no object`);
  return type;
}

/** Calls an operation with this selection. Mutations fail before they change anything, or do what they may. */
function send(client: Client, operation: Operation, selection: string, isLast = false) {
  const field = fieldOf(operation);
  const variables = field.args.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const given = field.args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const [inner, ...rest] = isLast ? selection.split(' fragment ') : [selection];
  const query = [
    `${operation.kind} ${variables && `(${variables})`} { ${operation.name} ${given && `(${given})`} ${inner} }`,
    ...rest.map((fragment) => `fragment ${fragment}`),
  ].join(' ');
  return post(
    client,
    '/graphql',
    JSON.stringify({ query, variables: variablesFor(operation, inputOf(operation, things)) }),
  );
}

function nested(path: readonly string[]): string {
  return path.reduceRight((inner, name) => `{ ${name} ${inner} }`, '');
}

function offered(type: GraphQLObjectType): readonly string[] {
  return type.extensions.tillFields ?? [];
}

/** Returns the types and their fields that a till reaches. */
function reachable(): Map<string, readonly string[]> {
  const seen = new Map<string, readonly string[]>();
  const visit = (type: GraphQLObjectType) => {
    if (seen.has(type.name)) return;
    seen.set(type.name, offered(type));
    for (const name of offered(type)) {
      const of = getNamedType(type.getFields()[name]?.type as never);
      if (isObjectType(of)) visit(of);
    }
  };
  for (const operation of allowed) visit(resultOf(operation));
  return seen;
}

/** Returns the selection of all fields that a till may read, some levels deep. */
function selectionOf(type: GraphQLObjectType, depth: number): string {
  const fields = offered(type).flatMap((name) => {
    const of = getNamedType(type.getFields()[name]?.type as never);
    if (isLeafType(of)) return name;
    return depth > 1 && isObjectType(of) ? `${name} ${selectionOf(of, depth - 1)}` : [];
  });
  return `{ ${fields.join(' ')} }`;
}

/** Returns the paths to all fields that a till may not read: on each type by one path that it may take. */
function pathsTo(type: GraphQLObjectType, path: string[], seen = new Set<string>()): string[][] {
  if (seen.has(type.name)) return [];
  seen.add(type.name);
  return Object.values(type.getFields()).flatMap((field) => {
    const of = getNamedType(field.type);
    const here = [...path, field.name];
    if (offered(type).includes(field.name)) return isObjectType(of) ? pathsTo(of, here, seen) : [];
    if (field.args.some(({ type: argument }) => String(argument).endsWith('!'))) return [];
    return [isObjectType(of) || isInterfaceType(of) || isUnionType(of) ? [...here, '__typename'] : here];
  });
}
