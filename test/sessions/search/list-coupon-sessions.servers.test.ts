import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client, GraphQLAnswer } from '../../support/client.ts';
import { makeCoupon, makeSessions } from '../../support/make.ts';

const app = useApp();

const query = `query ($coupon: ID!, $filter: CouponSessionFilter, $first: Int, $after: String, $last: Int, $before: String, $page: Int) {
  list: couponSessions(coupon: $coupon, filter: $filter, first: $first, after: $after, last: $last, before: $before, page: $page) {
    nodes { session }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const time = (minute: number) => `2026-03-04 05:${String(Math.floor(minute)).padStart(2, '0')}:00.000`;
const codes = (items: { session: string }[]) => items.map(({ session }) => session);

test('pages hold 100 sessions, newest first; the last holds the rest, and a page past the end is empty', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const given = Array.from({ length: 205 }, (_, index) => ({ createdAt: time(index / 4) }));
  const made = await makeSessions(app.database, coupon, given);
  const newest = made.toReversed();

  for (const page of [1, 2, 3, 4]) {
    const expected = codes(newest).slice((page - 1) * 100, page * 100);
    const rest = await client.rest('/v3/campaign/data', { campaign: coupon.id, page: String(page) });
    expect(codes(rest.body.data)).toEqual(expected);
    expect(rest.body).toMatchObject({ page, amount_of_results: expected.length });
    const graphql = await client.graphql(query, { coupon: coupon.id, page, first: 100 });
    expect(codes(graphql.data.list.nodes)).toEqual(expected);
  }
  expect(codes((await client.graphql(query, { coupon: coupon.id })).data.list.nodes)).toHaveLength(100);
  expect(codes((await client.graphql(query, { coupon: coupon.id, first: 1000 })).data.list.nodes)).toEqual(
    codes(newest),
  );
});

test('the list leaves out sessions of another coupon', async () => {
  const client = await app.client();
  const [coupon, other] = await Promise.all([1, 2].map(() => makeCoupon(app.database, client.owner)));
  if (!coupon || !other) throw new Error('no coupons');
  await makeSessions(app.database, other, [{}]);
  const { body } = await client.rest('/v3/campaign/data', { campaign: coupon.id });
  expect(body.data).toEqual([]);
});

test('cursors page forward and backward through sessions created at the same instant', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const given = [1, 2, 2, 2, 2, 2, 2, 2, 3].map((minute) => ({ createdAt: time(minute) }));
  const newest = codes((await makeSessions(app.database, coupon, given)).toReversed());

  const forward = await walk(client, (cursor) => ({ coupon: coupon.id, first: 2, after: cursor }), 'forward');
  expect(forward).toEqual([
    newest.slice(0, 2),
    newest.slice(2, 4),
    newest.slice(4, 6),
    newest.slice(6, 8),
    newest.slice(8),
  ]);
  const backward = await walk(client, (cursor) => ({ coupon: coupon.id, last: 2, before: cursor }), 'backward');
  expect(backward).toEqual([
    newest.slice(7),
    newest.slice(5, 7),
    newest.slice(3, 5),
    newest.slice(1, 3),
    newest.slice(0, 1),
  ]);
});

test('pageInfo shows whether there is another page in either direction', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await makeSessions(
    app.database,
    coupon,
    [1, 2, 3].map((minute) => ({ createdAt: time(minute) })),
  );
  const all = (await client.graphql(query, { coupon: coupon.id })).data.list.pageInfo;
  expect(all).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
  const first = (await client.graphql(query, { coupon: coupon.id, first: 2 })).data.list.pageInfo;
  expect(first).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  const rest = (await client.graphql(query, { coupon: coupon.id, first: 2, after: first.endCursor })).data.list
    .pageInfo;
  expect(rest).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  const last = (await client.graphql(query, { coupon: coupon.id, last: 1 })).data.list.pageInfo;
  expect(last).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  const none = (await client.graphql(query, { coupon: coupon.id, first: 2, after: all.endCursor })).data.list;
  expect(none).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false, startCursor: null, endCursor: null } });
});

test.for([
  ['a first of more than 1,000', { first: 1001 }, 'first'],
  ['a negative first', { first: -1 }, 'first'],
  ['a last of more than 1,000', { last: 1001 }, 'last'],
  ['first with last', { first: 1, last: 1 }, 'last'],
  ['before without last', { before: cursor('2026-01-01 00:00:00.000', 1) }, 'before'],
  ['page with after', { page: 2, after: cursor('2026-01-01 00:00:00.000', 1) }, 'page'],
  ['page with last', { page: 2, last: 5 }, 'page'],
  ['page zero', { page: 0 }, 'page'],
] as const)('%s is refused', async ([_, variables, field]) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const { errors } = await client.graphql(query, { coupon: id, ...variables });
  expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field });
});

test.for([
  'x',
  '%%%',
  cursor('garbage', 1),
  cursor('2026-13-01 00:00:00.000', 1),
  cursor('2026-01-01 00:00:00.000', { a: 1 }),
  cursor('2026-01-01 00:00:00.000', 1.5),
  cursor(5, 5),
  encoded(['2026-01-01 00:00:00.000']),
  encoded([null, 1]),
  encoded({ length: 2 }),
])('the list refuses %s as a cursor', async (garbage) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await makeSessions(app.database, coupon, [{}]);
  const after = await client.graphql(query, { coupon: coupon.id, after: garbage });
  expect(after.errors[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'after' });
  const before = await client.graphql(query, { coupon: coupon.id, last: 1, before: garbage });
  expect(before.errors[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'before' });
});

/** Follows the cursors to the end and returns the pages. */
async function walk(client: Client, variables: (cursor: string | null) => object, direction: 'forward' | 'backward') {
  const pages: string[][] = [];
  for (let cursor: string | null = null, more = true; more && pages.length < 10; ) {
    const { list }: GraphQLAnswer['data'] = (await client.graphql(query, { ...variables(cursor) })).data;
    pages.push(codes(list.nodes));
    more = direction === 'forward' ? list.pageInfo.hasNextPage : list.pageInfo.hasPreviousPage;
    cursor = direction === 'forward' ? list.pageInfo.endCursor : list.pageInfo.startCursor;
  }
  return pages;
}

function cursor(time: unknown, sequence: unknown): string {
  return encoded([time, sequence]);
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
