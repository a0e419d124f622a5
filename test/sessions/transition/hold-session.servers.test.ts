import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeSession } from '../../support/make.ts';

const app = useApp();

const hold = (client: Client, session: string, key: string, seconds = 60) =>
  client.graphql('mutation ($i: HoldCouponSessionInput!) { holdCouponSession(input: $i) { heldUntil } }', {
    i: { session, key, seconds },
  });

const redeem = (client: Client, name: 'claim' | 'validate', session: string, input: object = {}) =>
  client.graphql(
    `mutation ($i: ${name === 'claim' ? 'Claim' : 'Validate'}CouponSessionInput!) {
      session: ${name}CouponSession(input: $i) { claimedAt validatedAt }
    }`,
    { i: { session, ...input } },
  );

test('only the key that holds a session can claim and validate it', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  expect((await hold(client, session, 'till-1')).codes).toEqual([]);
  expect((await hold(client, session, 'till-2')).codes).toEqual(['SESSION_HELD']);
  expect((await redeem(client, 'claim', session)).codes).toEqual(['SESSION_HELD']);
  expect((await redeem(client, 'validate', session, { holdKey: 'till-2' })).codes).toEqual(['SESSION_HELD']);
  const rest = await client.rest('/v3/couponsession/update', { couponsession: session, operation: 'validate' });
  expect(rest.codes).toEqual([354]);
  expect((await redeem(client, 'validate', session, { holdKey: 'till-1' })).data.session.validatedAt).not.toBeNull();
  expect(await eventTypesOf(app.database, { session })).toEqual([
    'coupon_session_created',
    'coupon_held',
    'coupon_validated',
  ]);
});

test('a hold expires, and the same key may hold the session again', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  await hold(client, session, 'till-1');
  expect((await hold(client, session, 'till-1')).codes).toEqual([]);
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE coupon_sessions SET held_until = created_at WHERE session = ?', [session]),
  );
  expect((await redeem(client, 'claim', session)).codes).toEqual([]);
});

test('one of several simultaneous holds by different keys succeeds', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, till) => hold(client, session, `till-${till}`)));
  expect(answers.filter(({ codes }) => codes.length === 0)).toHaveLength(1);
});

test('a dry run returns the outcome and changes nothing', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const rehearsed = await redeem(client, 'validate', session, { dryRun: true, data: { customId: 'dry' } });
  expect(rehearsed.data.session).toEqual({ claimedAt: expect.any(String), validatedAt: expect.any(String) });
  const read = await client.rest('/v3/couponsession/data', { couponsession: session });
  expect(read.body.data).toMatchObject({ customid: '', status: { claimed: '0', validated: '0' } });
  expect(await eventTypesOf(app.database, { session })).toEqual(['coupon_session_created']);
  await redeem(client, 'claim', session);
  expect((await redeem(client, 'claim', session, { dryRun: true })).codes).toEqual(['SESSION_ALREADY_CLAIMED']);
});
