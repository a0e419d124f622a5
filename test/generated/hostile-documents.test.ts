import { afterEach, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { answerTo, post } from './answers.ts';

const app = useApp();

afterEach(async () => {
  const { codes } = await (await app.client()).graphql('{ viewer { keyId } }');
  expect(codes, 'it answers as before').toEqual([]);
});

const times = (amount: number, text: (index: number) => string) =>
  Array.from({ length: amount }, (_, index) => text(index)).join(' ');
const around = (depth: number, open: string, inside: string) => open.repeat(depth) + inside + '}'.repeat(depth);

/** Each fragment spreads the next one twice, so an expansion has 2^200 fields. */
const doubling = `{ ...F0 } ${times(200, (index) => `fragment F${index} on Query { a: __typename ...F${index + 1} ...F${index + 1} }`)} fragment F200 on Query { __typename }`;
const inCircle = `{ ...F0 } ${times(50, (index) => `fragment F${index} on Query { ...F${(index + 1) % 50} }`)}`;

test.each([
  { kind: 'deep nesting', query: around(5000, '{ coupons ', '') },
  {
    kind: 'deep nesting of known fields',
    query: `{ coupons { edges { node { folder ${around(900, '{ folder ', '{ id ')} } } } }`,
  },
  { kind: 'deep lists', query: `{ coupons(filter: ${'['.repeat(5000)}${']'.repeat(5000)}) { nodes { id } } }` },
  { kind: 'deep objects', query: `{ coupons(filter: ${'{a:'.repeat(500)}1${'}'.repeat(500)}) { nodes { id } } }` },
  { kind: 'deep list types', query: `query ($a: ${'['.repeat(5000)}Int${']'.repeat(5000)}) { viewer { keyId } }` },
  { kind: 'deep inline fragments', query: around(900, '{ ... on Query ', '{ __typename ') },
  { kind: 'thousands of aliases', query: `{ ${times(5000, (index) => `a${index}: viewer { keyId }`)} }` },
  { kind: 'sixty aliases', query: `{ ${times(60, (index) => `a${index}: viewer { keyId }`)} }` },
  {
    kind: 'aliases of expensive lists',
    query: `{ ${times(40, (index) => `a${index}: coupons(first: 1000) { nodes { id customCodes { total } } }`)} }`,
  },
  { kind: 'many tokens', query: `{ viewer { ${'keyId '.repeat(3000)} } }` },
  { kind: 'a hundred thousand tokens', query: `{ viewer { ${'keyId '.repeat(100_000)} } }` },
  { kind: 'fragments that double', query: doubling },
  { kind: 'fragments in a circle', query: inCircle },
  { kind: 'a fragment that spreads itself', query: '{ ...F } fragment F on Query { viewer { keyId } ...F }' },
  {
    kind: 'a fragment in its own field',
    query:
      '{ coupons { ...F } } fragment F on CouponConnection { nodes { id } edges { node { ...G } } } fragment G on Coupon { ...G }',
  },
  { kind: 'hundreds of directives', query: `{ viewer { keyId ${'@include(if: true) '.repeat(400)} } }` },
  { kind: 'unknown directives', query: `{ viewer { keyId ${times(400, (index) => `@unknown${index}`)} } }` },
  { kind: 'conflicting fields', query: `{ ${times(300, (index) => `a: coupon(id: "${index}") { id }`)} }` },
  { kind: 'many operations', query: times(400, (index) => `query Q${index} { __typename }`) },
  { kind: 'many unused variables', query: `query (${times(400, (index) => `$v${index}: Int`)}) { __typename }` },
  {
    kind: 'introspection that multiplies',
    query: `{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }`,
  },
  {
    kind: 'introspection by many aliases',
    query: `{ ${times(60, (index) => `a${index}: __schema { types { fields { name description } } }`)} }`,
  },
  { kind: 'too long a comment', query: `#${'a'.repeat(900_000)}\n{ viewer { keyId } }` },
  { kind: 'too many commas', query: `${','.repeat(900_000)}{ viewer { keyId } }` },
  { kind: 'a long name', query: `{ ${'a'.repeat(500_000)} }` },
  { kind: 'a long text', query: `{ coupon(id: "${'a'.repeat(900_000)}") { id } }` },
  { kind: 'a long number', query: `{ coupons(first: ${'9'.repeat(100_000)}) { nodes { id } } }` },
  { kind: 'a number that is not an Int', query: '{ coupons(first: 1e309) { nodes { id } } }' },
  { kind: 'a negative page', query: '{ coupons(first: -1) { nodes { id } } }' },
  { kind: 'text that is not Unicode', query: '{ coupon(id: "\\ud800 \\u{110000} \\u{}") { id } }' },
  { kind: 'a NUL', query: '{ viewer\0 { keyId } }' },
  { kind: 'unknown operations', query: '{ dropTables }' },
  { kind: 'unknown mutations', query: 'mutation { __proto__ constructor toString }' },
  { kind: 'fragments of prototypes', query: '{ ...constructor viewer { ...toString } }' },
  { kind: 'fields of prototypes', query: '{ __proto__ constructor viewer { toString hasOwnProperty } }' },
  { kind: 'a subscription', query: 'subscription { couponClaimed }' },
  { kind: 'a type system', query: 'type Query { hacked: Int } extend type Mutation { hacked: Int }' },
  { kind: 'only a fragment', query: 'fragment F on Query { viewer { keyId } }' },
  { kind: 'nothing', query: '' },
  { kind: 'noise', query: '}}}{{{((($$$@@@...!!!' },
])('refuses a document of $kind', async ({ query }) => {
  const { failed } = await post(await app.client(), '/graphql', JSON.stringify({ query }));

  expect(failed).toBe(true);
});

test.each([
  { kind: 'deep introspection', query: `{ __schema { types { ${around(200, 'ofType { ', 'name ')} } } }` },
  { kind: 'a long comment', query: `#${'a'.repeat(49_000)}\n{ viewer { keyId } }` },
  { kind: 'commas', query: `${','.repeat(49_000)}{ viewer { keyId } }` },
  { kind: 'a byte order mark', query: '\ufeff{ viewer { keyId } }' },
  {
    kind: 'names of prototypes',
    query: '{ __proto__: viewer { keyId constructor: keyName } toString: viewer { keyId } }',
  },
])('accepts a harmless document with $kind', async ({ query }) => {
  const { failed } = await post(await app.client(), '/graphql', JSON.stringify({ query }));

  expect(failed).toBe(false);
});

const viewer = 'query ($a: Int) { viewer { keyId } }';

test.each([
  { kind: 'variables of the wrong type', request: { query: viewer, variables: { a: 'x' } } },
  { kind: 'an operation name that is not there', request: { query: 'query A { __typename }', operationName: 'B' } },
  {
    kind: 'no operation name where one is needed',
    request: { query: 'query A { __typename } query B { __typename }' },
  },
  {
    kind: 'an operation name of the prototype',
    request: { query: 'query A { __typename }', operationName: '__proto__' },
  },
])('refuses $kind', async ({ request }) => {
  const { failed } = await post(await app.client(), '/graphql', JSON.stringify(request));

  expect(failed).toBe(true);
});

test.each([
  { kind: 'unknown variables', request: { query: viewer, variables: { b: 1, __proto__: { a: 'x' }, constructor: 1 } } },
  {
    kind: 'unknown extensions',
    request: { query: viewer, extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } },
  },
  { kind: 'unknown parameters', request: { query: viewer, documentId: { a: 1 } } },
])('survives $kind', async ({ request }) => {
  await post(await app.client(), '/graphql', JSON.stringify(request));
});

test.each([
  '?query=mutation{createFolder(input:{name:"a"}){id}}',
  '?query=subscription{a}',
  '?query={viewer{keyId}}&variables=garbage',
  `?query={viewer{keyId}}&variables=${'['.repeat(12_000)}`,
  '?query={viewer{keyId}}&variables=[1]&operationName=x',
  '?query=%ff%00',
  '?query[]=a&query[b]=c',
  '?',
  `?query=${'a'.repeat(7000)}`,
])('refuses GET /graphql%s', async (search) => {
  const { headers } = await app.client();

  const { failed } = await answerTo(`${app.url}/graphql${search}`, {
    headers: { ...headers, Accept: 'application/json' },
  });

  expect(failed).toBe(true);
});
