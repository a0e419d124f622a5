import { expect, test } from 'vitest';
import { pruneCalls } from '../../../src/api/idempotency.ts';
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

test('events go in the order of positions, up to the first that is kept, unread or without a position', async () => {
  const client = await app.client();
  const { account } = client.owner;
  await app.database.transaction((transaction) => insertEvents(transaction, client.owner, 6));
  await sequence(app.database, account);
  const log = await positionedLog(app.database, client.owner);
  const [first, , third, fourth] = log.map(({ position }) => position);
  const left = async () => (await positionedLog(app.database, client.owner)).map(({ position }) => position);
  const all = log.map(({ position }) => position);
  await age(app.database, 'events', 'position <= ?', 401, log[4]?.position ?? 0);
  // The positions of the first and the fourth event are the other way round than their numbers.
  await app.database.transaction(async ({ change }) => {
    for (const [from, to] of [
      [first, -1],
      [fourth, first],
      [-1, fourth],
    ])
      await change('UPDATE events SET position = ? WHERE position = ?', [to ?? 0, from ?? 0]);
    await change(`INSERT INTO sequences (name, value) VALUES ('reader', ?)`, [third ?? 0]);
  });

  await pruneAll(() => pruneEvents(app.database, { keptDays: 400, cursor: 'reader' }));
  expect(await left()).toEqual(all.slice(3));

  await age(app.database, 'events', 'position = ?', 399, fourth ?? 0);
  await pruneAll(() => pruneEvents(app.database, { keptDays: 400 }));
  expect(await left()).toEqual(all.slice(3));
});

test('no two events have the same id or the same position', async () => {
  const client = await app.client();
  await app.database.transaction((transaction) => insertEvents(transaction, client.owner, 2));
  await sequence(app.database, client.owner.account);
  const [one, other] = await positionedLog(app.database, client.owner);
  const copy = (column: 'id' | 'position', value: string | number) =>
    app.database.transaction(({ change }) =>
      change(`UPDATE events SET ${column} = ? WHERE position = ?`, [value, other?.position ?? 0]),
    );

  await expect(copy('id', one?.id ?? '')).rejects.toThrow();
  await expect(copy('position', one?.position ?? 0)).rejects.toThrow();
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
