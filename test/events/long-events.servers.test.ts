import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Feed } from '../../src/kernel/event-log/event-feed.ts';
import { readEvents, readRange } from '../../src/kernel/event-log/event-reader.ts';
import { Subscriber } from '../../src/kernel/event-log/event-subscriber.ts';
import { createLog } from '../../src/main/process/log.ts';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import type { Client, GraphQLAnswer } from '../support/client.ts';
import { insertEvents, sequence } from '../support/events.ts';

const app = useAppWithDatabaseOfItsOwn();
const mebibyte = 1024 * 1024;
let client: Client;
let positions: number[];

beforeAll(async () => {
  client = await app.client();
  const { owner } = client;
  const happen = (amount: number, length: number) =>
    app.database.transaction((transaction) =>
      insertEvents(transaction, owner, amount, { ...owner.account, name: '券'.repeat(length) }),
    );
  await happen(20, 100_000); // 300 kB each
  await happen(1, 2_000_000);
  await happen(20, 100_000);
  await sequence(app.database, owner.account);
  const found = await app.database.rows<{ position: number }>(
    'SELECT position FROM events WHERE account_id = ? ORDER BY position',
    [owner.account.id],
  );
  positions = found.map(({ position }) => Number(position));
});

test.each(['first', 'last'])('a page of the log ends after 4 MiB, and the next one continues (%s)', async (size) => {
  const place = size === 'first' ? 'after' : 'before';
  const query = `query ($place: BigInt) { events(${size}: 1000, ${place}: $place) {
    edges { position } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
  const pages: number[][] = [];
  for (let at: string | null = null, more = true; more; ) {
    const { data }: GraphQLAnswer = await client.graphql(query, { place: at });
    const { events } = data;
    pages.push(events.edges.map(({ position }: { position: string }) => Number(position)));
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = events.pageInfo;
    [at, more] = size === 'first' ? [endCursor, hasNextPage] : [startCursor, hasPreviousPage];
  }

  expect((size === 'first' ? pages : pages.toReversed()).flat()).toEqual(positions);
  // A page may exceed the limit by its last event.
  expect(pages.slice(0, 3).map(({ length }) => length)).toEqual([14, 7, 14]);
});

test('a part of the log for all accounts has 4 MiB too', async () => {
  const { id } = client.owner.account;
  const upTo = positions.at(-1) ?? 0;

  const { events, isCut } = await readRange(app.database, [id], { after: 0, upTo });
  expect(events.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0)).toBeLessThan(4.5 * mebibyte);
  expect(isCut).toBe(true);
  const rest = { after: positions.at(-3) ?? 0, upTo };
  expect(await readRange(app.database, [id], rest)).toMatchObject({ events: [{}, {}], isCut: false });
});

test('a subscription yields each long event once, later and live', async () => {
  const feed = new Feed(app.database, createLog('silent'));
  const leaving = new AbortController();
  onTestFinished(async () => {
    leaving.abort();
    await feed.stop();
  });
  const { owner } = client;
  const events = feed.follow({ accountId: owner.account.id }, { after: 0 }, leaving.signal);
  const take = async () => (await events.next()).value?.position;

  const seen: unknown[] = [];
  while (seen.length < positions.length) seen.push(await take());
  expect(seen).toEqual(positions);

  const live = Promise.all(Array.from({ length: 30 }, take));
  await app.database.transaction((transaction) =>
    insertEvents(transaction, owner, 30, { ...owner.account, name: '券'.repeat(100_000) }),
  );
  await sequence(app.database, owner.account);
  const last = positions.at(-1) ?? 0;
  expect(await live).toEqual(Array.from({ length: 30 }, (_, index) => last + 1 + index));
});

test('a subscriber that leaves 16 million characters waiting is too slow', async () => {
  const { events } = await readEvents(app.database, {}, { after: 0, size: 1 });
  const [event] = events;
  const data = 'x'.repeat(mebibyte);
  const subscriber = new Subscriber({ accountId: client.owner.account.id }, 0, new AbortController().signal);
  const offer = (amount: number, from: number) => {
    for (let index = 0; index < amount; index += 1)
      subscriber.offer({ ...(event as NonNullable<typeof event>), data, position: from + index });
  };

  offer(16, 1);
  expect(subscriber.take()).toMatchObject({ position: 1 });
  offer(1, 17);
  expect(subscriber.isOverrun).toBe(false);
  offer(1, 18);
  expect(() => subscriber.take()).toThrow(expect.objectContaining({ code: 'TOO_SLOW' }));
});

test('a document cannot repeat long pages by aliases', async () => {
  const page = (alias: string) => `${alias}: events(first: 15) { nodes { id } }`;

  expect((await client.graphql(`{ ${page('a')} ${page('b')} }`)).codes).toEqual([]);
  const { errors } = await client.graphql(`{ ${['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(page)} }`);
  expect(errors[0]?.message).toMatch(/^The response has longer texts than expected\./);
});
