import { expect, test } from 'vitest';
import { removePasses } from '../../../src/wallets/device/device-registration.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { cardPass, connectApple, couponPass } from '../../support/make-passes.ts';
import { WalletDevice } from '../../support/wallet-device.ts';

const app = useApp();

async function countsOf(client: Client, campaign: string) {
  const field = campaign.startsWith('cam_') ? `coupon(id: "${campaign}")` : `loyaltyCard(id: "${campaign}")`;
  const { data } = await client.graphql(`{ campaign: ${field} { walletCounts { platform saved removed } } }`);
  return data.campaign.walletCounts;
}

const counts = (saved: number, removed: number) => [
  { platform: 'APPLE', saved, removed },
  { platform: 'GOOGLE', saved: 0, removed: 0 },
];

test('a coupon counts the passes that phones have and had, also of a former pass type', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  const coupon = await makeCoupon(app.database, client.owner);
  const sessions = [
    await makeSession(app.database, client.owner, { coupon }),
    await makeSession(app.database, client.owner, { coupon }),
  ].map((session) => couponPass(app.url, session));
  expect(await countsOf(client, coupon.id)).toEqual(counts(0, 0));
  const [phone, other] = [new WalletDevice(), new WalletDevice()];
  const serials = [];
  for (const address of sessions) serials.push(await phone.add(address));
  await other.add(sessions[0] ?? '');

  expect(await countsOf(client, coupon.id)).toEqual(counts(2, 0));
  for (const serial of serials) await phone.remove(serial);
  expect(await countsOf(client, coupon.id)).toEqual(counts(1, 1));
  await phone.add(sessions[1] ?? '');
  expect(await countsOf(client, coupon.id)).toEqual(counts(2, 0));
  await connectApple(app.database, client.owner, { passType: 'pass.example.other' });
  await other.add(sessions[0] ?? '');
  expect(await countsOf(client, coupon.id)).toEqual(counts(3, 0));
});

test('a pass that was deleted counts as removed', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  const user = await makeUser(app.database, client.owner, { card });
  const serial = await new WalletDevice().add(cardPass(app.url, card, user));
  expect(await countsOf(client, card.id)).toEqual(counts(1, 0));

  await app.database.transaction((transaction) => removePasses(transaction, [serial]));

  expect(await countsOf(client, card.id)).toEqual(counts(0, 1));
});
