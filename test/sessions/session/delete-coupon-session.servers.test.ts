import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventsOf } from '../../support/events.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { change, doors } from '../doors.ts';

const app = useApp();
const remove = `mutation ($coupon: ID!, $session: ID!) {
  deleteCouponSession(input: { coupon: $coupon, session: $session }) { session customId claimedAt }
}`;

test('a session can be removed in any state, even when its coupon is locked and voided', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { locked: true, voided: true });
  const made = await makeSession(app.database, client.owner, { coupon, claimed: true, locked: true, customId: 'a' });
  const { data } = await client.graphql(remove, { coupon: coupon.id, session: made.session });
  expect(data.deleteCouponSession).toMatchObject({
    session: made.session,
    customId: 'a',
    claimedAt: expect.any(String),
  });
  expect((await client.rest('/v3/campaign/data', { campaign: coupon.id })).body.data).toEqual([]);
  for (const door of doors) expect((await change(door, client, made.session, 'void')).code).not.toBeNull();
});

test.for(doors)('by %s, a removal records the session as it was before', async (door) => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner, { customId: 'a' });
  if (door === 'REST') await client.rest('/v3/singleuse/remove', { campaign: couponId, couponsession: session });
  else await client.graphql(remove, { coupon: couponId, session });
  const [, event] = await eventsOf(app.database, { session });
  expect(event).toMatchObject({
    kind: 'COUPON',
    type: 'coupon_session_removed',
    keyId: client.owner.keyId,
    campaignId: couponId,
  });
  expect(event?.data).toMatchObject({ session, customId: 'a' });
});

test('a removal leaves the other sessions unchanged', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const [one, other] = await Promise.all([1, 2].map(() => makeSession(app.database, client.owner, { coupon })));
  await client.graphql(remove, { coupon: coupon.id, session: one?.session });
  const { body } = await client.rest('/v3/campaign/data', { campaign: coupon.id });
  expect(body.data.map(({ session }: { session: string }) => session)).toEqual([other?.session]);
});
