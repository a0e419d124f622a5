import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { connectApple } from '../../support/make-passes.ts';
import { makeSavedPasses } from '../../support/make-wallets.ts';
import { ok } from './wire.ts';

/* Push messages, as existing callers know them. */

const app = useApp();

async function connected() {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  return client;
}

test('coupon/pushnotification/list', async () => {
  const client = await connected();
  const { id } = await makeCoupon(app.database, client.owner);
  await makeSavedPasses(app.database, client.owner, id, { amount: 3, devices: 2 });

  const { status, body } = await client.rest('/v3/coupon/pushnotification/list', {
    campaign: id,
    message: 'Fresh rye',
  });
  expect([status, body]).toEqual([200, { ...ok, campaign: id, action: 'push_sent', total_recipients: 3 }]);
});

test('loyalty/pushnotification/list', async () => {
  const client = await connected();
  const user = await makeUser(app.database, client.owner);
  await makeSavedPasses(app.database, client.owner, user.cardId, { user });

  const fields = new URLSearchParams({ loyaltycard: user.cardId, message: 'Fresh rye' });
  const { status, body } = await client.rest('/v3/loyalty/pushnotification/list', fields);
  expect([status, body]).toEqual([200, { ...ok, loyaltycard: user.cardId, action: 'push_sent', total_recipients: 1 }]);
});

test('POST push-notifications', async () => {
  const client = await connected();
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  const [ada, bob] = [
    await makeUser(app.database, client.owner, { card }),
    await makeUser(app.database, client.owner, { card }),
  ];
  for (const user of [ada, bob]) await makeSavedPasses(app.database, client.owner, card.id, { user });
  const path = `/v4/loyalty/loyalty-cards/${card.id}/push-notifications`;
  const answers = await Promise.all([
    client.rest(path, { message: 'Fresh rye' }),
    client.rest(path, { message: 'Fresh rye', recipient_stat_ids: [ada.id] }),
    client.rest(path, { message: 'Fresh rye', recipient_stat_ids: [ada.id, ada.id, bob.id] }),
    client.rest(path, { message: 'Fresh rye', recipient_stat_ids: [] }),
  ]);

  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    [2, 1, 2, 0].map((total_recipients) => [200, { message: 'Fresh rye', total_recipients }]),
  );
});
