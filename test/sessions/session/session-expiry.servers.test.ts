import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { change, doors } from '../doors.ts';
import { operations } from '../transition/transition-model.ts';

const app = useApp();
const past = '2020-01-01 00:00:00.000';
const future = '2999-01-01 00:00:00.000';
const flexible = { expiry: { flexible: { days: 30 } } };

const starting = doors.flatMap((door) =>
  (['claim', 'validate', 'activate'] as const).map((name) => [door, name] as const),
);

test.for(starting)('by %s, %s fixes a flexible expiry', async ([door, operation]) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, flexible);
  const { session } = await makeSession(app.database, client.owner, { coupon });
  expect(await read(client, session)).toMatchObject({ expiry_date_utc: '', expired: '0' });
  const { startedAt, expiresAt } = await change(door, client, session, operation);
  expect(Date.parse(`${expiresAt}Z`) - Date.parse(`${startedAt}Z`)).toBe(30 * 86_400_000);
});

test('a fixed expiry stays when the session changes state and when the coupon gets another expiry', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, flexible);
  const { session } = await makeSession(app.database, client.owner, { coupon });
  const { expiresAt } = await change('REST', client, session, 'activate');
  const update =
    'mutation ($id: ID!) { updateCoupon(input: { id: $id, expiry: { flexible: { days: 1 } } }) { expiryDays } }';
  expect((await client.graphql(update, { id: coupon.id })).data.updateCoupon.expiryDays).toBe(1);
  expect((await change('GraphQL', client, session, 'claim')).expiresAt).toBe(expiresAt);
  expect((await change('REST', client, session, 'validate')).expiresAt).toBe(expiresAt);
});

test.for(doors)('by %s, a session keeps its own expiry when it starts under a flexible expiry', async (door) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, flexible);
  const { session } = await makeSession(app.database, client.owner, { coupon, expiresAt: future });
  expect((await change(door, client, session, 'claim')).expiresAt).toBe('2999-01-01 00:00:00');
});

test.for(doors)("by %s, the expiry of a session overrides its coupon's past expiry", async (door) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { expiresAt: past });
  const { session } = await makeSession(app.database, client.owner, { coupon, expiresAt: future });
  expect(await change(door, client, session, 'claim')).toMatchObject({ code: null, expired: false });
});

test.for(doors)('by %s, a session whose own expiry has passed is expired although its coupon is not', async (door) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { expiresAt: future });
  const { session } = await makeSession(app.database, client.owner, { coupon, expiresAt: past, claimed: true });
  for (const operation of operations) expect((await change(door, client, session, operation)).code).toBe(351);
  expect((await change(door, client, session, null, { customField1: 'x' })).code).toBe(351);
});

test('a coupon with a fixed expiry gives it to its sessions, and changes theirs with its own', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { expiresAt: future });
  const { session } = await makeSession(app.database, client.owner, { coupon });
  expect(await read(client, session)).toMatchObject({ expiry_date_utc: '2999-01-01 00:00:00', expired: '0' });
  const update =
    'mutation ($id: ID!) { updateCoupon(input: { id: $id, expiry: { fixed: { at: "2020-01-01 00:00:00" } } }) { id } }';
  await client.graphql(update, { id: coupon.id });
  expect(await read(client, session)).toMatchObject({ expiry_date_utc: '2020-01-01 00:00:00', expired: '1' });
  expect((await change('REST', client, session, 'claim')).code).toBe(351);
});

test.for(doors)('by %s, a session can be neither claimed nor validated before the start date', async (door) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { startsAt: future.slice(0, 19) });
  const { session } = await makeSession(app.database, client.owner, { coupon });
  expect((await change(door, client, session, 'claim')).code).toBe(360);
  expect((await change(door, client, session, 'validate')).code).toBe(360);
  expect((await change(door, client, session, 'activate')).code).toBeNull();
});

async function read(client: Client, session: string) {
  const { body } = await client.rest('/v3/couponsession/data', { couponsession: session });
  return body.data.status;
}
