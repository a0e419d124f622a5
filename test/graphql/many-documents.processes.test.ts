import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { model } from '../../src/main/registries/tables.ts';
import { Client } from '../support/client.ts';
import { migratedDatabaseUrl } from '../support/database.ts';
import { makeAccount } from '../support/make.ts';
import { startServer } from '../support/processes.ts';
import { documentOf } from './long-document.ts';

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
