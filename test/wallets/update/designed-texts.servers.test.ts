import { beforeEach, expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { cardPass, connectApple, couponPass } from '../../support/make-passes.ts';
import { WalletDevice } from '../../support/wallet-device.ts';

const app = useAppWithBackground();
let client: Client;
let phone: WalletDevice;

beforeEach(async () => {
  client = await app.client();
  await connectApple(app.database, client.owner);
  phone = new WalletDevice();
});

async function call(field: string): Promise<void> {
  expect((await client.graphql(`mutation { done: ${field} }`)).codes).toEqual([]);
}

function design(campaign: string, fields: string): Promise<void> {
  return call(`updateWalletDesign(input: { campaign: "${campaign}", ${fields} }) { campaign }`);
}

/** Makes the call, and returns what the lock screen says once the change is on the phone. */
async function shown(serial: string, field: string): Promise<string[]> {
  const before = JSON.stringify(phone.passes.get(serial)?.json);
  await call(field);
  const texts: string[] = [];
  await expect
    .poll(async () => {
      texts.push(...(await phone.fetch(serial)).texts);
      return JSON.stringify(phone.passes.get(serial)?.json);
    })
    .not.toBe(before);
  return texts;
}

test('the lock screen says of a coupon what the design says', async () => {
  const session = await makeSession(app.database, client.owner);
  const texts = 'claim: "Yours: %@", validation: "Enjoy (%@)", void: "Gone: %@", expiry: "Hurry: %@"';
  await design(session.couponId, `changes: { ${texts} }`);
  const serial = await phone.add(couponPass(app.url, session));
  const input = `input: { session: "${session.session}" }`;

  expect(await shown(serial, `claimCouponSession(${input}) { session }`)).toEqual(['Yours: Claimed']);
  expect(await shown(serial, `validateCouponSession(${input}) { session }`)).toEqual(['Enjoy (Redeemed)']);
  const expiry = 'expiry: { fixed: { at: "2090-01-31 12:00:00" } }';
  expect(await shown(serial, `updateCoupon(input: { id: "${session.couponId}", ${expiry} }) { id }`)).toEqual([
    'Hurry: 2090-01-31',
  ]);
  expect(await shown(serial, `voidCouponSession(${input}) { session }`)).toEqual(['Gone: No longer valid']);
});

test('the lock screen says of a loyalty card what the design says', async () => {
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET', stampsRequired: 3 });
  await makeReward(app.database, card);
  const user = await makeUser(app.database, client.owner, { card });
  await design(card.id, 'changes: { stamps: "%@ loaves", reward: "Come and get: %@", void: "Gone: %@" }');
  const serial = await phone.add(cardPass(app.url, card, user));
  const subject = `card: "${card.id}", user: "${user.id}"`;

  expect(await shown(serial, `addStamps(input: { ${subject}, amount: 2 }) { id }`)).toEqual(['2/3 loaves']);
  expect(await shown(serial, `addStamps(input: { ${subject}, amount: 1 }) { id }`)).toEqual(['Come and get: A loaf']);
  expect(await shown(serial, `voidLoyaltyUser(input: { ${subject} }) { id }`)).toEqual(['Gone: No longer valid']);
});

test('points are told as the design says', async () => {
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET', type: 'MEMBERSHIP' });
  const user = await makeUser(app.database, client.owner, { card });
  await design(card.id, 'changes: { points: "%@ crumbs" }');
  const serial = await phone.add(cardPass(app.url, card, user));

  const add = `adjustLoyaltyBalance(input: { card: "${card.id}", user: "${user.id}", action: ADD_POINTS, amount: 5 }) { id }`;
  expect(await shown(serial, add)).toEqual(['5 crumbs']);
});

test('a changed and a removed design reach the passes of the campaign, silently', async () => {
  const coupon = await makeCoupon(app.database, client.owner);
  const serial = await phone.add(couponPass(app.url, await makeSession(app.database, client.owner, { coupon })));
  await makeSession(app.database, client.owner);
  phone.tag = String(Date.now());

  const update = `updateWalletDesign(input: { campaign: "${coupon.id}", backgroundColor: "#102030", changes: { claim: "Yours: %@" } }) { campaign }`;
  expect(await shown(serial, update)).toEqual([]);
  expect(phone.passes.get(serial)?.json.backgroundColor).toBe('rgb(16, 32, 48)');
  expect(await phone.changed()).toEqual([serial]);
  expect(await shown(serial, `removeWalletDesign(input: { campaign: "${coupon.id}" }) { campaign }`)).toEqual([]);
  expect(phone.passes.get(serial)?.json.backgroundColor).toBe('rgb(31, 41, 55)');
});
