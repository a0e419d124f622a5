import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();

/** A local time in a gap moves forward. Of a local time that occurs twice, the later instant counts. */
const localTimes = [
  ['Europe/Berlin', '2026-07-01 12:00:00', '2026-07-01 10:00:00', 'in summer'],
  ['Europe/Berlin', '2026-12-01 12:00:00', '2026-12-01 11:00:00', 'in winter'],
  ['Europe/Berlin', '2027-03-28 02:30:00', '2027-03-28 01:30:00', 'in the gap'],
  ['Europe/Berlin', '2027-03-28 01:59:59', '2027-03-28 00:59:59', 'before the gap'],
  ['Europe/Berlin', '2027-03-28 03:00:00', '2027-03-28 01:00:00', 'after the gap'],
  ['Europe/Berlin', '2026-10-25 02:30:00', '2026-10-25 01:30:00', 'in the overlap'],
  ['Europe/Berlin', '2026-10-25 03:00:00', '2026-10-25 02:00:00', 'after the overlap'],
  ['America/New_York', '2027-03-14 02:30:00', '2027-03-14 07:30:00', 'in the gap'],
  ['America/New_York', '2026-11-01 01:30:00', '2026-11-01 06:30:00', 'in the overlap'],
  ['Australia/Lord_Howe', '2026-10-04 02:15:00', '2026-10-03 15:45:00', 'in a gap of half an hour'],
  ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-30 22:00:00', 'on the day that was left out'],
  ['Pacific/Apia', '2026-06-01 00:00:00', '2026-05-31 11:00:00', 'on the other side of the date line'],
  ['Asia/Kathmandu', '2026-06-01 00:00:00', '2026-05-31 18:15:00', 'with a quarter of an hour'],
  ['America/New_York', '9999-12-31 23:59:59', '9999-12-31 23:59:59', 'at the end of the calendar'],
  ['UTC', '2024-02-29 00:00:00', '2024-02-29 00:00:00', 'on a leap day'],
] as const;

test.for(localTimes)('in %s %s is %s UTC (%s)', async ([timezone, local, utc]) => {
  const client = await app.client();
  const create = 'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id startDate expiryDate } }';
  const times = [{ startsAt: local }, { expiry: { fixed: { at: local } } }];
  const [starting, ending] = await Promise.all(
    times.map(async (time) => {
      const { data } = await client.graphql(create, { input: { name: 'Bread', timezone, ...time } });
      const info = await client.rest('/v3/coupon/info', { campaign: data.createCoupon.id });
      return { ...data.createCoupon, info: info.body.coupon_info };
    }),
  );
  const { id } = ending;
  const dates = [starting.startDate, ending.expiryDate];
  expect(dates.map((date) => date.slice(0, 19).replace('T', ' '))).toEqual([utc, utc]);
  expect([starting.info, ending.info]).toMatchObject([
    { timezone, start_date: utc },
    { timezone, expirydate: utc },
  ]);
  const session = await client.rest('/v3/singleuse/create', { campaign: id, expiry_date: local });
  const read = await client.rest('/v3/couponsession/data', { couponsession: session.body.single_use_code });
  expect(read.body.data.status.expiry_date_utc).toBe(utc);
});

test('with a new time zone local times stay the same and their instants change', async () => {
  const client = await app.client();
  const id = await createInBerlin(client);
  const move =
    'mutation ($id: ID!, $zone: String!) { updateCoupon(input: { id: $id, timezone: $zone }) { startDate expiryDate } }';
  const { data } = await client.graphql(move, { id, zone: 'America/New_York' });
  expect(data.updateCoupon).toEqual({ startDate: '2026-07-01T12:00:00.000Z', expiryDate: '2027-01-01T04:59:59.000Z' });
  const back = await client.graphql(move, { id, zone: 'Europe/Berlin' });
  expect(back.data.updateCoupon).toEqual({
    startDate: '2026-07-01T06:00:00.000Z',
    expiryDate: '2026-12-31T22:59:59.000Z',
  });
});

test('an expiry given together with a zone is read in that zone, and omitted times change their instants', async () => {
  const client = await app.client();
  const id = await createInBerlin(client);
  const { data } = await client.graphql(
    'mutation ($input: UpdateCouponInput!) { updateCoupon(input: $input) { startDate expiryDate } }',
    { input: { id, timezone: 'Asia/Tokyo', expiry: { fixed: { at: '2026-10-01 09:00:00' } } } },
  );
  expect(data.updateCoupon).toEqual({ startDate: '2026-06-30T23:00:00.000Z', expiryDate: '2026-10-01T00:00:00.000Z' });
});

test('a move to a zone where the local time falls into a gap moves it forward', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { expiry: { fixed: { at: '2027-03-28 02:30:00' } } });
  const move = 'mutation ($id: ID!) { updateCoupon(input: { id: $id, timezone: "Europe/Berlin" }) { expiryDate } }';
  expect((await client.graphql(move, { id })).data.updateCoupon.expiryDate).toBe('2027-03-28T01:30:00.000Z');
});

test('a session interprets local times in the zone that its coupon has at creation', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { timezone: 'Asia/Tokyo' });
  const create =
    'mutation ($id: ID!) { createSingleUseUrl(input: { coupon: $id, expiryDate: "2030-01-01 09:00:00" }) { session { session expiresAt } } }';
  const { data } = await client.graphql(create, { id });
  expect(data.createSingleUseUrl.session.expiresAt).toBe('2030-01-01T00:00:00.000Z');
});

/** From 08:00 on 1 July 2026 to the end of the year, in Berlin. */
async function createInBerlin(client: Client): Promise<string> {
  const local = { startsAt: '2026-07-01 08:00:00', expiry: { fixed: { at: '2026-12-31 23:59:59' } } };
  const create = 'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id } }';
  const { data } = await client.graphql(create, { input: { name: 'Bread', timezone: 'Europe/Berlin', ...local } });
  return data.createCoupon.id;
}
