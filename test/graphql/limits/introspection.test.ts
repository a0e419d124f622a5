import { getIntrospectionQuery, introspectionFromSchema } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../src/main/registries/schema.ts';
import { overWebSocket } from '../../http/over-websocket.ts';
import { useApp } from '../../support/app.ts';
import type { GraphQLAnswer } from '../../support/client.ts';

const app = useApp();

/** Introspection needs no credentials. */
async function ask(query: string): Promise<GraphQLAnswer> {
  return (await app.client()).with({}).graphql(query);
}

test.each([
  {},
  { descriptions: false },
  {
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  },
])('the introspection of tools with %o is that of the executor', async (options) => {
  const { data, codes } = await ask(getIntrospectionQuery(options));

  expect(codes).toEqual([]);
  expect(data).toEqual(introspectionFromSchema(schema, { ...none, ...options }));
});

/** `introspectionFromSchema` asks for more than `getIntrospectionQuery` by default. */
const none = {
  specifiedByUrl: false,
  directiveIsRepeatable: false,
  schemaDescription: false,
  inputValueDeprecation: false,
  experimentalDirectiveDeprecation: false,
  oneOf: false,
};

test('the introspection over WebSocket is the same', async () => {
  const { data } = await ask(getIntrospectionQuery());

  expect(await overWebSocket(app.url, undefined, getIntrospectionQuery())).toEqual({ data });
});

test('a second operation of a document does not get the result of the first', async () => {
  const client = (await app.client()).with({});
  const query = 'query A { __schema { queryType { name } } } query B { __schema { mutationType { name } } }';
  const call = async (operationName: string) => {
    const response = await fetch(`${client.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, operationName }),
    });
    return response.json();
  };

  expect(await call('A')).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } });
  expect(await call('B')).toEqual({ data: { __schema: { mutationType: { name: 'Mutation' } } } });
});

test.each([
  'query ($name: String!) { __type(name: $name) { name fields { name type { name kind } } } }',
  '{ __type(name: "Coupon") { name } }',
  '{ coupon: __type(name: "Coupon") { name } session: __type(name: "CouponSession") { fields { name } } }',
  '{ __schema { types { name __typename } } }',
  '{ __schema { queryType { fields { name } } } __typename }',
])('answers what asks for little: %s', async (query) => {
  const client = (await app.client()).with({});

  expect((await client.graphql(query, { name: 'Coupon' })).codes).toEqual([]);
});

const fields = (depth: number): string => (depth === 0 ? 'name' : `name fields { type { ${fields(depth - 1)} } }`);
const times = (amount: number, text: (index: number) => string) =>
  Array.from({ length: amount }, (_, index) => text(index)).join(' ');

test.each([
  {
    kind: 'aliases of the schema',
    query: `{ ${times(40, (index) => `a${index}: __schema { types { fields { name description } } }`)} }`,
  },
  { kind: 'aliases inside the schema', query: `{ __schema { ${times(20, (index) => `a${index}: types { name }`)} } }` },
  { kind: 'one alias inside a type', query: '{ __type(name: "Coupon") { a: name } }' },
  { kind: 'an alias in a fragment', query: '{ __schema { types { ...T } } } fragment T on __Type { a: name }' },
  { kind: 'types of types', query: `{ __schema { types { ${fields(2)} } } }` },
  { kind: 'the queries of the queries', query: `{ __schema { queryType { ${fields(6)} } } }` },
  { kind: 'types of a type', query: `{ __type(name: "Query") { ${fields(6)} } }` },
])('refuses $kind', async ({ query }) => {
  const { codes, data } = await ask(query);

  expect(codes[0]).toBe('INVALID_QUERY');
  expect(data).toBeNull();
});
