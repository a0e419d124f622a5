import { beforeEach, expect, test } from 'vitest';
import { countRows, findRows, requireRow } from '../../../src/kernel/database/rows.ts';
import type { CouponSession } from '../../../src/sessions/session/session.ts';
import { walletDevices, walletRegistrations } from '../../../src/wallets/device/device.ts';
import { walletPasses } from '../../../src/wallets/pass/pass.ts';
import { findCampaign, versionOf, walletCampaigns } from '../../../src/wallets/pass/wallet-campaign.ts';
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

/** Calls a mutation and returns what the lock screen shows when the pass has changed. */
async function shown(serial: string, call: string): Promise<string[]> {
  expect((await client.graphql(`mutation { done: ${call} }`)).codes).toEqual([]);
  await expect.poll(() => versionNow(serial)).not.toBe(known.get(serial));
  known.set(serial, await versionNow(serial));
  return (await phone.fetch(serial)).texts;
}

const known = new Map<string, number>();

async function versionNow(serial: string): Promise<number> {
  const pass = await requireRow(app.database, walletPasses, { id: serial });
  return versionOf(pass, await findCampaign(app.database, pass));
}

async function save(address: string): Promise<string> {
  // The events of the past must not count as changes.
  const behind =
    "SELECT 1 FROM sequences c, sequences e WHERE c.name = 'wallet_updates' AND e.name = 'event_position' AND c.value < e.value";
  const serial = await phone.add(address);
  const waiting = () => app.database.rows(`${behind} UNION SELECT 1 FROM events WHERE position IS NULL`);
  await expect.poll(waiting).toEqual([]);
  known.set(serial, await versionNow(serial));
  return serial;
}

const input = ({ session }: CouponSession) => `input: { session: "${session}" }`;

test('the lock screen tells what happens to a coupon', async () => {
  const session = await makeSession(app.database, client.owner);
  const serial = await save(couponPass(app.url, session));
  const coupon = session.couponId;

  expect(await shown(serial, `claimCouponSession(${input(session)}) { session }`)).toEqual(['Claimed']);
  expect(await shown(serial, `validateCouponSession(${input(session)}) { session }`)).toEqual(['Redeemed']);
  expect(await shown(serial, `unvalidateCouponSession(${input(session)}) { session }`)).toEqual(['Claimed']);
  const expiry = 'expiry: { fixed: { at: "2090-01-31 12:00:00" } }';
  expect(await shown(serial, `updateCoupon(input: { id: "${coupon}", ${expiry} }) { id }`)).toEqual([
    'Now valid until 2090-01-31',
  ]);
  expect(await shown(serial, `voidCouponSession(${input(session)}) { session }`)).toEqual(['No longer valid']);
});

test('a session of a coupon that expires after its start tells the expiry', async () => {
  const coupon = await makeCoupon(app.database, client.owner, { expiry: { flexible: { days: 30 } } });
  const session = await makeSession(app.database, client.owner, { coupon });
  const serial = await save(couponPass(app.url, session));

  const [text] = await shown(serial, `activateCouponSession(${input(session)}) { session }`);

  expect(text).toMatch(/^Now valid until \d{4}-/);
});

test('the lock screen tells of stamps, rewards and the end of a card', async () => {
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET', stampsRequired: 3 });
  await makeReward(app.database, card);
  const user = await makeUser(app.database, client.owner, { card });
  const serial = await save(cardPass(app.url, card, user));
  const stamps = (amount: number) =>
    `addStamps(input: { card: "${card.id}", user: "${user.id}", amount: ${amount} }) { id }`;

  expect(await shown(serial, stamps(2))).toEqual(['Your stamps: 2/3']);
  expect(await shown(serial, stamps(1))).toEqual(['Your rewards: A loaf']);
  const ended = `voidLoyaltyUser(input: { card: "${card.id}", user: "${user.id}" }) { id }`;
  expect(await shown(serial, ended)).toEqual(['No longer valid']);
});

test('a change of the campaign marks all its passes with one row', async () => {
  const coupon = await makeCoupon(app.database, client.owner);
  const serials: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const session = await makeSession(app.database, client.owner, { coupon });
    serials.push(await save(couponPass(app.url, session)));
  }
  const stored = () => findRows(app.database, walletPasses, { campaignId: coupon.id }, { order: { id: 'ASC' } });
  const before = await stored();

  await shown(serials[0] ?? '', `updateCoupon(input: { id: "${coupon.id}", title: "Rye bread" }) { id }`);

  expect(await stored()).toEqual(before);
  const [mark] = await findRows(app.database, walletCampaigns, { campaignId: coupon.id });
  expect(await phone.changed(String((mark?.changed ?? 0) - 1))).toEqual(serials.sort());
});

test('the passes of a removed session and of a deleted card are removed with their devices', async () => {
  const session = await makeSession(app.database, client.owner);
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  const user = await makeUser(app.database, client.owner, { card });
  const serials = [await save(couponPass(app.url, session)), await save(cardPass(app.url, card, user))];

  await client.graphql(
    `mutation { deleteCouponSession(input: { coupon: "${session.couponId}", session: "${session.session}" }) { session } }`,
  );
  await client.graphql(`mutation { deleteLoyaltyUser(input: { card: "${card.id}", user: "${user.id}" }) { id } }`);

  const accountId = client.owner.account.id;
  await expect.poll(() => countRows(app.database, walletPasses, { accountId })).toBe(0);
  for (const passId of serials) expect(await countRows(app.database, walletRegistrations, { passId })).toBe(0);
  expect(await countRows(app.database, walletDevices, { libraryId: phone.libraryId })).toBe(0);
});
