import { expect, test } from 'vitest';
import { pruneCalls } from '../../../src/kernel/api/idempotency.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import { pruneEvents } from '../../../src/kernel/event-log/event-retention.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { insertEvents, positionedLog, sequence } from '../../support/events.ts';

const app = useAppWithBackground();

test('pruning removes the oldest events in chunks, and older positions are refused as expired', async () => {
  const client = await app.client();
  await app.database.transaction((transaction) => insertEvents(transaction, client.owner, 1200));
  await sequence(app.database, client.owner.account);
  const log = await positionedLog(app.database, client.owner);
  await age(app.database, 'events', 'position <= ?', 401, log[699]?.position ?? 0);

  expect(await pruneAll(() => pruneEvents(app.database, { keptDays: 400 }))).toEqual([500, 200]);

  expect(await positionedLog(app.database, client.owner)).toEqual(log.slice(700));
  const eventsAfter = async (position: number) =>
    client.graphql('query ($after: BigInt) { events(after: $after, first: 1) { edges { position } } }', {
      after: String(position),
    });
  expect((await eventsAfter(log[698]?.position ?? 0)).codes).toEqual(['CURSOR_EXPIRED']);
  expect((await eventsAfter(log[699]?.position ?? 0)).data.events.edges).toEqual([
    { position: String(log[700]?.position) },
  ]);
  const { data } = await client.graphql('{ events(first: 1) { edges { position } } }');
  expect(data.events.edges, 'without a position the log begins with the oldest event kept').toEqual([
    { position: String(log[700]?.position) },
  ]);
});

test('idempotency keys are removed after a day', async () => {
  const client = await app.client();
  const create = (key: string) =>
    client.graphql('mutation { createCoupon(input: { name: "Bread" }) { id } }', {}, { 'Idempotency-Key': key });
  await create('old');
  await age(app.database, 'idempotent_calls', 'idempotency_key = ?', 1.1, 'old');
  await create('new');

  expect(await pruneAll(() => pruneCalls(app.database))).toEqual([1]);

  expect((await create('new')).headers.get('Idempotent-Replayed')).toBe('true');
});

async function pruneAll(prune: () => Promise<number>): Promise<number[]> {
  const chunks: number[] = [];
  for (let removed = await prune(); removed > 0; removed = await prune()) chunks.push(removed);
  return chunks;
}

async function age(database: Database, table: string, where: string, days: number, value: string | number) {
  await database.transaction((transaction) =>
    transaction.change(`UPDATE ${table} SET created_at = ? WHERE ${where}`, [daysAgo(days), value]),
  );
}
