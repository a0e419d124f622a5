import { beforeAll, expect, inject, test } from 'vitest';
import { pageOfEvents } from '../../src/events/event-page.ts';
import { noteAhead } from '../../src/kernel/clocks/account-clocks.ts';
import type { Connection } from '../../src/kernel/database/database.ts';
import { toInstant } from '../../src/kernel/values/instant.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { rowsRead } from '../support/plans.ts';

const app = useAppWithDatabaseOfItsOwn();
/** More than a page is searched among. */
const amount = 25_000;
const begin = Date.UTC(2026, 0, 1);
const key = 'key_000000000000000a';
const campaign = newId('coupon');
let client: Client;

beforeAll(async () => {
  client = await app.client();
  const accountId = client.owner.account.id;
  for (let done = 0; done < amount; done += 1000) {
    const rows = Array.from({ length: 1000 }, (_, index) => {
      const at = done + index;
      const [type, by] = at === 3 ? ['coupon_claimed', key] : ['coupon_locked', null];
      const createdAt = toInstant(new Date(begin + at * 60_000));
      return [at + 1, newId('event'), accountId, campaign, 'COUPON', type, createdAt, by, '{}'];
    });
    await app.database.transaction((transaction) =>
      transaction.change(
        `INSERT INTO events (position, id, account_id, campaign_id, kind, type, created_at, key_id, data)
         VALUES ${rows.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
        rows.flat(),
      ),
    );
  }
  await app.database.transaction((transaction) =>
    transaction.change("UPDATE sequences SET value = ? WHERE name = 'event_position'", [amount]),
  );
  if (inject('engine') !== 'sqlite') await app.database.rows('ANALYZE TABLE events');
});

const query = `query ($campaign: ID, $types: [String!], $key: ID, $since: DateTime, $until: DateTime, $order: EventOrder, $after: BigInt, $last: Int, $before: BigInt) {
  events(campaign: $campaign, types: $types, key: $key, since: $since, until: $until, order: $order, after: $after, last: $last, before: $before) {
    edges { position } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

async function read(variables: object, by = client) {
  const { data, errors } = await by.graphql(query, variables as never);
  expect(errors).toEqual([]);
  const { edges, pageInfo } = data.events;
  return { positions: edges.map(({ position }: { position: string }) => Number(position)), pageInfo };
}

test.each([
  ['a type', { types: ['coupon_claimed'] }],
  ['a key', { key }],
])('a rare event of %s is found over pages, each searched among 20,000 events', async (_, filter) => {
  const newest = await read({ ...filter, order: 'NEWEST_FIRST' });
  expect(newest).toMatchObject({ positions: [], pageInfo: { hasNextPage: true, endCursor: '5001' } });
  const older = await read({ ...filter, order: 'NEWEST_FIRST', after: newest.pageInfo.endCursor });
  expect(older).toMatchObject({ positions: [4], pageInfo: { hasNextPage: false } });

  const oldest = await read(filter);
  expect(oldest).toMatchObject({ positions: [4], pageInfo: { hasNextPage: true, endCursor: '20000' } });
  const newer = await read({ ...filter, after: oldest.pageInfo.endCursor });
  expect(newer).toMatchObject({ positions: [], pageInfo: { hasNextPage: false } });

  const last = await read({ ...filter, last: 5 });
  expect(last).toMatchObject({ positions: [], pageInfo: { hasPreviousPage: true, startCursor: '5001' } });
  expect((await read({ ...filter, last: 5, before: last.pageInfo.startCursor })).positions).toEqual([4]);
});

test('the campaign of another account shows nothing, not even positions', async () => {
  const other = await app.client();
  for (const order of ['OLDEST_FIRST', 'NEWEST_FIRST']) {
    const filter = { campaign, types: ['coupon_claimed'], order };
    expect(await read(filter)).toMatchObject({ pageInfo: { hasNextPage: true } });
    expect(await read(filter, other)).toEqual(await read({ ...filter, campaign: newId('coupon') }, other));
  }
});

test('times are inclusive, in both orders', async () => {
  const period = { since: '2026-01-01T01:00:00Z', until: '2026-01-01T01:02:00Z' };
  expect((await read(period)).positions).toEqual([61, 62, 63]);
  expect((await read({ ...period, order: 'NEWEST_FIRST' })).positions).toEqual([63, 62, 61]);
  expect((await read({ ...period, since: '2027-01-01T00:00:00Z', until: null })).positions).toEqual([]);
});

test('wrong filters are refused', async () => {
  const codes = async (filter: object) => (await client.graphql(query, filter as never)).codes;
  expect(await codes({ key: 'cam_000000000000' })).toEqual(['INVALID_INPUT']);
  expect(await codes({ since: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' })).toEqual(['INVALID_INPUT']);
});

test.runIf(inject('engine') !== 'sqlite')('a search reads a limited number of events', async () => {
  // The process knows a test account whose clock is ahead, as it does after other tests.
  noteAhead(newId('account'), 3_600_000);
  const accountId = client.owner.account.id;
  const through = ({ rows }: Connection) => ({ ...app.database, rows });
  const search = (on: Connection) =>
    pageOfEvents(through(on), { accountId, key }, { order: 'NEWEST_FIRST', first: 10 });
  expect(await rowsRead(app.database, search)).toBeLessThan(41_000);
  const { id: other } = (await app.client()).owner.account;
  const foreign = (on: Connection) => pageOfEvents(through(on), { accountId: other, campaign }, { first: 10 });
  expect(await rowsRead(app.database, foreign)).toBeLessThan(100);
  const period = { since: toInstant(new Date(begin + 60_000_000)), until: toInstant(new Date(begin + 60_060_000)) };
  const ofPeriod = (on: Connection) => pageOfEvents(through(on), { accountId, ...period }, { first: 10 });
  expect(await rowsRead(app.database, ofPeriod)).toBeLessThan(300);
});
