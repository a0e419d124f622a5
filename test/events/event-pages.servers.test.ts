import { beforeAll, describe, expect, inject, test } from 'vitest';
import { pageOfEvents } from '../../src/events/event-page.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { sequence } from '../support/events.ts';
import { makeSession } from '../support/make.ts';
import { rowsRead } from '../support/plans.ts';

const app = useAppWithDatabaseOfItsOwn();
let client: Client;
let session: string;
let campaign: string;
let positions: string[];

const changes = ['coupon_claimed', 'coupon_locked', 'coupon_unlocked', 'coupon_voided'];

const query = `query ($order: EventOrder, $first: Int, $after: BigInt, $last: Int, $before: BigInt, $types: [String!], $campaign: ID) {
  events(order: $order, first: $first, after: $after, last: $last, before: $before, types: $types, campaign: $campaign) {
    edges { cursor position node { id type } }
    nodes { id }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

beforeAll(async () => {
  client = await app.client();
  ({ session, couponId: campaign } = await makeSession(app.database, client.owner));
  for (const change of ['claim', 'lock', 'unlock', 'void']) {
    // Events of another account stand between those of ours.
    await makeSession(app.database, (await app.client()).owner);
    const name = `${change}CouponSession`;
    const input = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    await client.graphql(`mutation ($i: ${input}!) { ${name}(input: $i) { id } }`, { i: { session } });
  }
  await sequence(app.database, client.owner.account);
  const { data } = await client.graphql(query, { types: changes });
  positions = data.events.edges.map(({ position }: { position: string }) => position);
});

async function page(variables: object) {
  const { data, codes, errors } = await client.graphql(query, { types: changes, ...variables });
  return {
    types: data?.events.edges.map(({ node }: { node: { type: string } }) => node.type),
    pageInfo: data?.events.pageInfo,
    edges: data?.events.edges,
    nodes: data?.events.nodes,
    codes,
    field: errors[0]?.extensions.field,
  };
}

test('a page without arguments is the beginning of the log, in log order', async () => {
  const { types, pageInfo, edges, nodes } = await page({});

  expect(types).toEqual(changes);
  expect(pageInfo).toEqual({
    hasNextPage: false,
    hasPreviousPage: false,
    startCursor: positions[0],
    endCursor: positions[3],
  });
  expect(edges.map(({ cursor }: { cursor: string }) => cursor)).toEqual(positions);
  expect(nodes).toEqual(edges.map(({ node: { id } }: { node: { id: string } }) => ({ id })));
});

describe('backward, from the end', () => {
  test('the last events come first, each page in log order', async () => {
    const newest = await page({ last: 2 });
    const older = await page({ last: 2, before: newest.pageInfo.startCursor });
    const none = await page({ last: 2, before: older.pageInfo.startCursor });

    expect([newest.types, older.types, none.types]).toEqual([changes.slice(2), changes.slice(0, 2), []]);
    expect(newest.pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: true,
      startCursor: positions[2],
      endCursor: positions[3],
    });
    expect(older.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(none.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: null,
      endCursor: null,
    });
  });

  test('a position ahead of the log is its end', async () => {
    expect((await page({ last: 1, before: '9000000000000' })).types).toEqual(changes.slice(3));
  });
});

describe('newest first', () => {
  const order = 'NEWEST_FIRST';

  test('the pages run towards the beginning of the log', async () => {
    const newest = await page({ order, first: 2 });
    const older = await page({ order, first: 2, after: newest.pageInfo.endCursor });
    const none = await page({ order, first: 2, after: older.pageInfo.endCursor });

    expect([newest.types, older.types, none.types]).toEqual([
      changes.slice(2).toReversed(),
      changes.slice(0, 2).toReversed(),
      [],
    ]);
    expect(newest.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: positions[3],
      endCursor: positions[2],
    });
    expect(older.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(none.pageInfo).toMatchObject({ hasNextPage: false, endCursor: positions[0] });
  });

  test('the list can be read from its end', async () => {
    const oldest = await page({ order, last: 3 });
    const newer = await page({ order, last: 3, before: oldest.pageInfo.startCursor });

    expect([oldest.types, newer.types]).toEqual([changes.slice(0, 3).toReversed(), changes.slice(3)]);
    expect(oldest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(newer.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  });

  test('a position ahead of the log is its end', async () => {
    expect((await page({ order, first: 1, after: '9000000000000' })).types).toEqual(changes.slice(3));
  });

  test('only those of a campaign', async () => {
    const other = await makeSession(app.database, client.owner);
    await sequence(app.database, client.owner.account);

    const ours = await page({ order, campaign, types: null });
    const theirs = await page({ order, campaign: other.couponId, types: null });
    const foreign = await (await app.client()).graphql(query, { order, campaign });

    expect(ours.codes).toEqual([]);
    expect(ours.types).toEqual([...changes.toReversed(), 'coupon_session_created']);
    expect(theirs.types).toEqual(['coupon_session_created']);
    expect(foreign.data.events.edges).toEqual([]);
  });
});

test.each([
  [{ last: 1, first: 1 }, 'last'],
  [{ last: 1, after: '1' }, 'last'],
  [{ before: '5' }, 'before'],
  [{ first: 0 }, 'first'],
  [{ last: 1001 }, 'last'],
  [{ last: 1, before: '-1' }, 'before'],
])('refuses %j', async (variables, field) => {
  expect(await page(variables)).toMatchObject({ codes: ['INVALID_INPUT'], field });
});

test.runIf(inject('engine') !== 'sqlite')('a page in either direction reads few of many events', async () => {
  const accountId = (await app.client()).owner.account.id;
  const columns = 'position, id, account_id, campaign_id, kind, type, created_at, data';
  const rare = newId('coupon');
  // The lengths of the 11 events of a page go through temporary tables, whose reads count too.
  const few = 200;
  const base = 1_000_000;
  for (let begin = 0; begin < 4000; begin += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => {
      const owner = index % 2 === 0 ? accountId : client.owner.account.id;
      const of = index === 100 ? rare : 'cam_000000000000';
      return [base + begin + index, newId('event'), owner, of, 'COUPON', 'coupon_locked', now(), '{}'];
    });
    const marks = rows.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
    await app.database.transaction((transaction) =>
      transaction.change(`INSERT INTO events (${columns}) VALUES ${marks}`, rows.flat()),
    );
  }
  await app.database.transaction((transaction) =>
    transaction.change("UPDATE sequences SET value = ? WHERE name = 'event_position'", [base + 4000]),
  );
  await app.database.rows('ANALYZE TABLE events');

  for (const page of [{ last: 10 }, { last: 10, before: base + 2000 }, { first: 10, after: base + 2000 }]) {
    const read = await rowsRead(app.database, (on) =>
      pageOfEvents({ ...app.database, rows: on.rows }, { accountId }, page),
    );
    expect(read, JSON.stringify(page)).toBeLessThan(few);
  }
  const ofCampaign = { accountId, campaign: rare };
  for (const order of ['OLDEST_FIRST', 'NEWEST_FIRST'] as const) {
    const read = await rowsRead(app.database, (on) =>
      pageOfEvents({ ...app.database, rows: on.rows }, ofCampaign, { order, first: 10 }),
    );
    expect(read, order).toBeLessThan(few);
  }
  const { events } = await pageOfEvents(app.database, { accountId }, { last: 10, before: base + 2000 });
  expect(events.map(({ position }) => position)).toEqual(
    Array.from({ length: 10 }, (_, index) => base + 1980 + 2 * index),
  );
});
