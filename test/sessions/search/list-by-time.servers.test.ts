import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSessions } from '../../support/make.ts';

const app = useApp();

/** The lists of opened, claimed and validated sessions. Each filters by its own time. */
const lists = [
  ['opens', 'opened'],
  ['claims', 'claimed'],
  ['validations', 'validated'],
] as const;

test.for(lists)('campaign/%s lists the sessions that were %s, ordered by that time', async ([name, fact]) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const [first, second, third] = await makeSessions(app.database, coupon, [
    { createdAt: '2026-01-01 00:00:00.000', [fact]: '2026-01-09 00:00:00.000' },
    { createdAt: '2026-01-02 00:00:00.000', [fact]: '2026-01-07 00:00:00.000' },
    { createdAt: '2026-01-03 00:00:00.000', [fact]: '2026-01-08 00:00:00.000' },
    { createdAt: '2026-01-04 00:00:00.000' },
  ]);
  const expected = [first?.session, third?.session, second?.session];
  expect(await byRest(client, name, { campaign: coupon.id })).toEqual(expected);
  expect(await byGraphQL(client, coupon.id, { [fact]: true })).toEqual(expected);
  const since = await byRest(client, name, { campaign: coupon.id, start_date: '2026-01-08' });
  expect(since).toEqual([first?.session, third?.session]);
  const until = await byRest(client, name, { campaign: coupon.id, end_date: '2026-01-08' });
  expect(until).toEqual([third?.session, second?.session]);
});

test('an unvalidated session leaves the list of validations', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const [made] = await makeSessions(app.database, coupon, [{ claimed: true, validated: true }]);
  await client.rest('/v3/couponsession/update', { couponsession: made?.session, operation: 'unvalidate' });
  expect(await byRest(client, 'validations', { campaign: coupon.id })).toEqual([]);
  expect(await byRest(client, 'claims', { campaign: coupon.id })).toEqual([made?.session]);
});

test.for([
  [{ start_date: '2026-05-02' }, 'cdef'],
  [{ start_date: '2026-05-02 10:30' }, 'def'],
  [{ start_date: '2026-05-02 10-31' }, 'ef'],
  [{ end_date: '2026-05-02' }, 'abcde'],
  [{ end_date: '2026-05-01' }, 'ab'],
  [{ end_date: '2026-05-02 10:30' }, 'abcd'],
  [{ end_date: '2026-05-02 10-29' }, 'abc'],
  [{ start_date: '2026-05-02', end_date: '2026-05-02' }, 'cde'],
  [{ start_date: '2026-05-02 10:30', end_date: '2026-05-02 10:30' }, 'd'],
  [{ start_date: '2026-05-03', end_date: '2026-05-01' }, ''],
  [{ start_date: '2026-05-01', end_date: '9999-12-31' }, 'abcdef'],
  [{ start_date: '0001-01-01' }, 'abcdef'],
  [{ start_date: '', end_date: '' }, 'abcdef'],
] as const)('%o holds the sessions %s', async ([dates, expected]) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const times = [
    '05-01 00:00:00.000',
    '05-01 23:59:59.999',
    '05-02 00:00:00.000',
    '05-02 10:30:59.999',
    '05-02 10:31:00.000',
    '05-03 00:00:00.000',
  ];
  const made = await makeSessions(
    app.database,
    coupon,
    times.map((at) => ({ createdAt: `2026-${at}` })),
  );
  const names = new Map(made.map(({ session }, index) => [session, 'abcdef'[index]]));
  const listed = await byRest(client, 'data', { campaign: coupon.id, ...dates });
  expect(
    listed
      .map((session) => names.get(session))
      .reverse()
      .join(''),
  ).toBe(expected);
});

test.for([
  [{ from: '2026-05-02T00:00:00Z' }, 'cd'],
  [{ from: '2026-05-02T02:00:00+02:00' }, 'cd'],
  [{ from: '2026-05-02T00:00:00.001Z' }, 'd'],
  [{ to: '2026-05-02T00:00:00Z' }, 'ab'],
  [{ from: '2026-05-01T12:00:00Z', to: '2026-05-02T12:00:00Z' }, 'bc'],
] as const)('GraphQL includes from and excludes to: %o holds %s', async ([filter, expected]) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const times = ['05-01 00:00:00.000', '05-01 23:59:59.999', '05-02 00:00:00.000', '05-02 23:00:00.000'];
  const made = await makeSessions(
    app.database,
    coupon,
    times.map((at) => ({ createdAt: `2026-${at}` })),
  );
  const names = new Map(made.map(({ session }, index) => [session, 'abcd'[index]]));
  const listed = await byGraphQL(client, coupon.id, filter);
  expect(
    listed
      .map((session) => names.get(session))
      .reverse()
      .join(''),
  ).toBe(expected);
});

test('GraphQL accepts only one of opened, claimed and validated', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const query =
    'query ($id: ID!) { couponSessions(coupon: $id, filter: { opened: true, claimed: true }) { nodes { session } } }';
  expect((await client.graphql(query, { id })).codes).toEqual(['INVALID_INPUT']);
});

async function byRest(client: Client, name: string, fields: object): Promise<string[]> {
  const { body } = await client.rest(`/v3/campaign/${name}`, fields);
  return body.data.map(({ session }: { session: string }) => session);
}

async function byGraphQL(client: Client, coupon: string, filter: object): Promise<string[]> {
  const query =
    'query ($coupon: ID!, $filter: CouponSessionFilter) { couponSessions(coupon: $coupon, filter: $filter) { nodes { session } } }';
  const { data } = await client.graphql(query, { coupon, filter });
  return data.couponSessions.nodes.map(({ session }: { session: string }) => session);
}
