import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeLocation } from '../../support/make-locations.ts';
import { makeUser } from '../../support/make-loyalty.ts';

/* Where a session was redeemed, as existing callers know it: `merchantid` goes in, `redeem_location_ID` comes out. */

const app = useApp();

test('a caller of a coupon with locations is refused at another one, and redeems at the right one', async () => {
  const client = await app.client();
  const { id: right } = await makeLocation(app.database, client.owner, 'Mitte');
  const coupon = await makeCoupon(app.database, client.owner, { locations: [right] });
  const { session: couponsession } = await makeSession(app.database, client.owner, { coupon });
  const validate = (more: object) =>
    client.rest('/v3/couponsession/update', { couponsession, operation: 'validate', ...more });

  const refused = [await validate({ merchantid: 'Branch 7' }), await validate({})];
  const redeemed = await validate({ merchantid: right });
  const { body } = await client.rest('/v3/couponsession/data', { couponsession });

  for (const { status, body: answer } of refused) {
    expect(status).toBe(422);
    expect(answer.status.errors).toEqual({
      error_message: 'HTTP/1.0 422 Unprocessable entity.',
      error_message_description: ['The coupon can be redeemed only at: Mitte.'],
      error_code: [368],
    });
  }
  expect(redeemed.body.data.status).toMatchObject({ validated: '1', redeem_location_ID: right });
  expect(body.data.status.redeem_location_ID).toBe(right);
});

test('an unregistered merchantid is refused only by coupons that name locations', async () => {
  const client = await app.client();
  const { session: couponsession } = await makeSession(app.database, client.owner);

  const { body } = await client.rest('/v3/couponsession/update', {
    ...{ couponsession, operation: 'claim', merchantid: 'Branch 7, till 2' },
  });

  expect(body.data.status).toMatchObject({ claimed: '1', redeem_location_ID: 'Branch 7, till 2' });
});

test.for([
  { given: 'M'.repeat(300), kept: 'M'.repeat(50), what: 'a long merchantid counts with its first 50 characters' },
  {
    given: `${'M'.repeat(49)}🥐`,
    kept: `${'M'.repeat(49)}🥐`,
    what: 'a character beyond the basic plane counts as one',
  },
  { given: 'Branch\n7\0', kept: 'Branch 7', what: 'a merchantid is on one line, without what was copied along' },
  { given: '  ', kept: '', what: 'a blank merchantid names no location' },
])('$what', async ({ given: merchantid, kept }) => {
  const client = await app.client();
  const { session: couponsession } = await makeSession(app.database, client.owner);

  const { body } = await client.rest('/v3/couponsession/update', { couponsession, operation: 'claim', merchantid });

  expect(body.data.status).toMatchObject({ claimed: '1', redeem_location_ID: kept });
});

test('the ledger of a card records no location for a blank merchantid', async () => {
  const client = await app.client();
  const { id: user, cardId: card } = await makeUser(app.database, client.owner);

  const { status } = await client.rest('/v3/loyaltyusers/update', {
    ...{ loyaltycard: card, user, action: 'add_points', amount: 1, merchantid: ' \t ' },
  });
  const { data } = await client.graphql(
    'query ($card: ID!, $user: ID!) { loyaltyUser(card: $card, user: $user) { ledger { nodes { locationId } } } }',
    { card, user },
  );

  expect(status).toBe(200);
  expect(data.loyaltyUser.ledger.nodes).toEqual([{ locationId: null }]);
});
