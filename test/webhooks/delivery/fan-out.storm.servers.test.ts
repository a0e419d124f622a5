import { expect, inject, test } from 'vitest';
import { recordSessionsWhere } from '../../../src/sessions/session/session-events.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { makeCoupon, makeSessions } from '../../support/make.ts';
import { follow } from '../webhook-client.ts';

const app = useAppWithBackground();
const amount = inject('isThorough') ? 800 : 100;

test('a burst of events arrives completely at every endpoint', async () => {
  const client = await app.client();
  const all = await Promise.all(Array.from({ length: 8 }, () => follow(client, { kinds: ['COUPON'] })));
  const coupon = await makeCoupon(app.database, client.owner);
  await makeSessions(app.database, coupon, Array(amount).fill({}));
  await app.database.transaction((transaction) =>
    recordSessionsWhere(
      transaction,
      { type: 'coupon_session_updated', keyId: client.owner.keyId },
      's.coupon_id = :coupon',
      {
        coupon: coupon.id,
      },
    ),
  );

  for (const followed of all) {
    await expect.poll(() => followed.receiver.ids.length).toBe(amount);
    expect(followed.receiver.refused).toEqual([]);
  }
  expect(all.map(({ receiver }) => receiver.received.length)).toEqual(all.map(() => amount));
});
