import {
  buildSchema,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  printSchema,
} from 'graphql';
import type { Row } from './route.ts';

/** How a sample answers: like an everyday record, with all that can be there, or with the least. */
export type Sample = { kind: 'everyday' } | { kind: 'full'; turn: number } | { kind: 'bare' };

/** The schema with resolvers that answer samples. Its context is a `Sample`. */
export function sampleSchema(schema: GraphQLSchema, rows: readonly Row<unknown>[]): GraphQLSchema {
  const copy = buildSchema(printSchema(schema));
  const known = { ...valuesOf(rows), ...values };
  for (const type of Object.values(copy.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      answerSamples(field, known[`${type.name}.${field.name}`] ?? known[field.name]);
  }
  return copy;
}

/** As many full samples as the longest enum has values, so that together they show every value. */
export function samplesOf(schema: GraphQLSchema): Sample[] {
  const enums = Object.values(schema.getTypeMap()).filter((type) => isEnumType(type) && !type.name.startsWith('__'));
  const turns = Math.max(2, ...enums.map((type) => (isEnumType(type) ? type.getValues().length : 0)));
  return [
    { kind: 'everyday' },
    ...Array.from({ length: turns }, (_, turn): Sample => ({ kind: 'full', turn })),
    { kind: 'bare' },
  ];
}

function answerSamples(field: GraphQLField<unknown, Sample>, value: unknown): void {
  field.resolve = (_, __, sample) => {
    if (!isNonNullType(field.type) && (sample.kind === 'bare' || (sample.kind === 'everyday' && value === null)))
      return null;
    return sampleOf(getNullableType(field.type), value, sample);
  };
}

function sampleOf(type: GraphQLOutputType, value: unknown, sample: Sample): unknown {
  if (isListType(type)) return [sampleOf(getNullableType(type.ofType), [value].flat()[0], sample)];
  if (!isLeafType(type)) return {};
  const turn = sample.kind === 'full' ? sample.turn : 0;
  if (isEnumType(type))
    return sample.kind === 'everyday' && value ? value : type.getValues()[turn % type.getValues().length]?.name;
  if (type.name === 'Boolean') return value ?? turn % 2 === 1;
  return value ?? scalars[type.name];
}

/** What the rows give as examples of arguments, for the fields of the same names. */
function valuesOf(rows: readonly Row<unknown>[]): Record<string, unknown> {
  const fields = rows
    .flatMap((row) => Object.values(row.fields))
    .filter(({ argument, example }) => argument && example !== undefined);
  return Object.fromEntries(fields.map(({ argument, example, read }) => [argument?.split('.').at(-1), read(example)]));
}

const scalars: Record<string, unknown> = {
  ID: '0a1b2c3d4e5f',
  String: 'text',
  Int: 1,
  BigInt: '4711',
  Decimal: '4.50',
  DateTime: '2026-11-21T08:30:05.000Z',
};

/** By field, or by type and field. `null`: an everyday record has none. */
const values: Record<string, unknown> = {
  'Coupon.name': 'Rye bread 20 %',
  'Coupon.title': '20 % off rye bread',
  'Coupon.description': 'One loaf a customer.',
  'Coupon.url': 'https://campaigns.example/c/b4k3ry01',
  'CouponSession.url': 'https://campaigns.example/c/b4k3ry01/0a1b2c3d4e5f6g7h8i9j0',
  'Folder.id': 'fol_0a1b2c3d4e5f',
  'WebhookVerification.type': 'coupon_claimed',
  'WebhookVerification.kind': 'COUPON',
  'WebhookVerification.date': '2026-11-21T08:30:05.000Z',
  'WebhookVerification.campaign': 'cam_0a1b2c3d4e5f',
  'WebhookVerification.session': '0a1b2c3d4e5f6g7h8i9j0',
  'PageInfo.hasNextPage': false,
  claimType: 'API',
  code: 'b4k3ry01',
  createdAt: '2026-11-20T17:45:12.000Z',
  openedAt: '2026-11-21T08:12:40.000Z',
  startedAt: '2026-11-21T08:12:40.000Z',
  claimedAt: '2026-11-21T08:30:05.000Z',
  validatedAt: '2026-11-21T08:31:20.000Z',
  savedAt: null,
  startDate: '2026-10-31T23:00:00.000Z',
  couponId: 'cam_0a1b2c3d4e5f',
  currency: 'EUR',
  customValidationCode: 'BREAD-2026',
  expiresAt: '2026-12-31T22:59:59.000Z',
  expiryDate: '2026-12-31T22:59:59.000Z',
  expiryDays: null,
  expiryType: 'FIXED',
  lockedAt: null,
  status: 'ACTIVE',
  timezone: 'Europe/Berlin',
  total: 100,
  claimed: 40,
  voidedAt: null,
  widgetValidationCode: '0a1b2c',
};
