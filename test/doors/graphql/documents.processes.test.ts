import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { useApp } from '../../support/app.ts';
import { Client } from '../../support/client.ts';
import { migratedDatabaseUrl } from '../../support/database.ts';
import { makeAccount } from '../../support/make.ts';
import { startServer } from '../../support/processes.ts';
import { overWebSocket } from '../http/over-websocket.ts';

const app = useApp();

const longest = 50_000;

/** A valid document of so many bytes. */
function documentOf(bytes: number): string {
  const query = '{ viewer { keyId } } #';
  return query + 'x'.repeat(bytes - query.length);
}

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
  `{ ${Array.from({ length: 60 }, (_, index) => `...F${index}`).join(' ')} } ${Array.from({ length: 60 }, (_, index) => `fragment F${index} on Query { coupons { nodes { id } } viewer { keyId } }`).join(' ')}`,
])('a document that repeats fields is refused before GraphQL compares each pair of them: %s', async (query) => {
  const { errors, codes } = await (await app.client()).with({}).graphql(query);

  expect(codes).toEqual(['INVALID_QUERY']);
  expect(errors[0]?.message).toBe('The document repeats more than 50 fields.');
});

test('thousands of different documents do not fill the memory', async () => {
  const databaseUrl = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
  const database = await openDatabase(databaseUrl, model);
  const owner = await makeAccount(database);
  await database.close();
  const { program, url } = await startServer(databaseUrl, { NODE_OPTIONS: '--max-old-space-size=160' });
  const known = new Client(url, owner);
  const stranger = known.with({});

  // Each of the first kind takes about a megabyte when it is parsed: a fifth of 1,024 of them would fill this heap.
  const tokens = `tags: [${'"x" '.repeat(1900)}]`;
  const valid = (index: number) =>
    `query Q${index} { coupons(filter: { ${tokens} }) { nodes { id } } } #${'x'.repeat(30_000)}`;
  await send(stranger, valid, 300);
  await send(stranger, (index) => valid(index).replace('nodes', 'knots'), 200);
  await send(stranger, (index) => `{ a${index} ${'}'.repeat(40_000)}`, 200);
  await send(stranger, (index) => documentOf(500_000 + index), 100);
  await send(known, valid, 300);

  expect((await known.graphql('{ viewer { keyId } }')).codes).toEqual([]);
  expect((await program.stop()).code).toBe(0);
});

async function send(client: Client, query: (index: number) => string, amount: number): Promise<void> {
  for (let index = 0; index < amount; index += 10) {
    const batch = Array.from({ length: 10 }, (_, offset) => client.graphql(query(index + offset)));
    await Promise.all(batch);
  }
}
