import { expect, test } from 'vitest';
import { overWebSocket } from '../http/over-websocket.ts';
import { useApp } from '../support/app.ts';
import { documentOf } from './long-document.ts';

const app = useApp();

const longest = 50_000;

test('a document of 50,000 bytes is executed, a longer one is refused', async () => {
  const client = await app.client();

  expect((await client.graphql(documentOf(longest))).codes).toEqual([]);
  const { status, codes, errors } = await client.graphql(documentOf(longest + 1));
  expect([status, codes]).toEqual([200, ['INVALID_QUERY']]);
  expect(errors[0]?.message).toContain('50,000 bytes');
  expect((await client.graphql(`${documentOf(longest - 1)}é`)).codes, 'bytes, not characters').toEqual([
    'INVALID_QUERY',
  ]);
});

test('a WebSocket has the same limit', async () => {
  const { headers } = await app.client();

  expect(await overWebSocket(app.url, headers, documentOf(longest))).toHaveProperty('data.viewer');
  expect(await overWebSocket(app.url, headers, documentOf(longest + 1))).toMatchObject({
    errors: [{ extensions: { code: 'INVALID_QUERY' } }],
  });
});

test.each([
  `{ ${'coupons { nodes { id } } '.repeat(280)} }`,
  `{ viewer { ${'keyId '.repeat(1900)} } }`,
  `{ ${Array.from({ length: 50 }, (_, index) => `...F${index}`).join(' ')} } ${Array.from({ length: 50 }, (_, index) => `fragment F${index} on Query { coupons { nodes { id } } viewer { keyId } }`).join(' ')}`,
])('a document that repeats fields is refused before GraphQL compares each pair of them: %s', async (query) => {
  const { errors, codes } = await (await app.client()).with({}).graphql(query);

  expect(codes).toEqual(['INVALID_QUERY']);
  expect(errors[0]?.message).toBe('The document repeats more than 50 fields.');
});

test.each(['constructor', 'toString', '__proto__'])(
  'a fragment that the document lacks is refused, also with the name of a member of every object: %s',
  async (name) => {
    const { status, codes } = await (await app.client()).graphql(`{ ...${name} viewer { ...${name} } }`);

    expect([status, codes]).toEqual([200, ['INVALID_QUERY', 'INVALID_QUERY']]);
  },
);
