import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CouponSession } from '../../../src/sessions/session/session.ts';
import { ApnsServer } from '../../support/apns-server.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { cardPass, connectApple, couponPass } from '../../support/make-passes.ts';
import { trustCertificate } from '../../support/trust.ts';
import { habits, WalletDevice } from '../../support/wallet-device.ts';

/* Phones are told by APNs and ask the web service, each in its own way. Each shows every change once. */

trustCertificate();
const apns = { host: '127.0.0.1', port: 0 };
const app = useAppWithBackground({}, { apns });
let server: ApnsServer;

beforeAll(async () => {
  server = await ApnsServer.start();
  apns.port = server.port;
});
afterAll(() => server.stop());

/** Phones of all habits with the same pass, and the texts on the lock screen of each. */
class Phones {
  readonly #phones = habits.map((habit) => ({ device: new WalletDevice(habit), texts: [] as string[], notified: 0 }));
  readonly #addresses: string[];

  constructor(...addresses: string[]) {
    this.#addresses = addresses;
  }

  /** Saves the passes on all phones. */
  async save(): Promise<void> {
    for (const { device } of this.#phones) for (const address of this.#addresses) await device.add(address);
    await followed();
    // What the phones learn here is what they have already.
    for (const phone of this.#phones) await this.#wake(phone);
    for (const phone of this.#phones) phone.texts = [];
  }

  /** Waits until all phones have shown this text since the last one, and nothing else. */
  async show(text: string): Promise<void> {
    for (const phone of this.#phones) {
      await expect.poll(() => this.#textsOf(phone), { message: phone.device.habit }).toEqual([text]);
    }
    // A further question brings nothing new.
    for (const phone of this.#phones) await this.#wake(phone);
    for (const phone of this.#phones) {
      expect(phone.texts, phone.device.habit).toEqual([text]);
      phone.texts = [];
    }
  }

  async #textsOf(phone: Phone): Promise<string[]> {
    const notified = server.tokens.filter((token) => token === phone.device.pushToken).length;
    if (notified > phone.notified) await this.#wake(phone);
    phone.notified = notified;
    return phone.texts;
  }

  async #wake(phone: Phone): Promise<void> {
    phone.texts.push(...(await phone.device.wake()));
  }
}

interface Phone {
  device: WalletDevice;
  texts: string[];
  /** How often Apple told the phone when it last woke. */
  notified: number;
}

/** Waits until what happened so far has marked its passes. */
async function followed(): Promise<void> {
  const waiting = `SELECT 1 FROM events WHERE position IS NULL UNION ALL
    SELECT 1 FROM sequences s JOIN sequences l ON l.name = 'event_position' WHERE s.name = 'wallet_updates' AND s.value < l.value`;
  await expect.poll(() => app.database.rows(waiting)).toEqual([]);
}

async function connected(): Promise<Client> {
  const client = await app.client();
  await connectApple(app.database, client.owner, { perSecond: 10_000 });
  return client;
}

async function run(client: Client, call: string): Promise<void> {
  expect((await client.graphql(`mutation { done: ${call} }`)).codes).toEqual([]);
}

const input = ({ session }: CouponSession) => `input: { session: "${session}" }`;

test('every phone shows what happens to a coupon', async () => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner);
  const session = await makeSession(app.database, client.owner, { coupon });
  const other = await makeSession(app.database, client.owner);
  const phones = new Phones(couponPass(app.url, session), couponPass(app.url, other));
  await phones.save();

  await run(client, `claimCouponSession(${input(session)}) { session }`);
  await phones.show('Claimed');
  await run(client, `validateCouponSession(${input(session)}) { session }`);
  await phones.show('Redeemed');
  await run(client, `unvalidateCouponSession(${input(session)}) { session }`);
  await phones.show('Claimed');
  const expiry = 'expiry: { fixed: { at: "2090-01-31 12:00:00" } }';
  await run(client, `updateCoupon(input: { id: "${coupon.id}", ${expiry} }) { id }`);
  await phones.show('Now valid until 2090-01-31');
  await run(client, `voidCouponSession(${input(session)}) { session }`);
  await phones.show('No longer valid');
});

test('every phone shows a push to all, and the same push again', async () => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner);
  const session = await makeSession(app.database, client.owner, { coupon });
  const phones = new Phones(couponPass(app.url, session));
  await phones.save();
  const push = (message: string) =>
    run(client, `sendCouponPush(input: { coupon: "${coupon.id}", message: "${message}" }) { recipients }`);

  for (const message of ['Fresh rye', 'Fresh rye', 'Fresh rye', 'Fresh spelt', 'Fresh rye']) {
    await push(message);
    await phones.show(message);
  }
});

test('every phone shows stamps, a reward and the end of a card', async () => {
  const client = await connected();
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET', stampsRequired: 3 });
  await makeReward(app.database, card);
  const user = await makeUser(app.database, client.owner, { card });
  const phones = new Phones(cardPass(app.url, card, user));
  await phones.save();
  const stamps = (amount: number) =>
    run(client, `addStamps(input: { card: "${card.id}", user: "${user.id}", amount: ${amount} }) { id }`);

  await stamps(2);
  await phones.show('Your stamps: 2/3');
  await stamps(1);
  await phones.show('Your rewards: A loaf');
  await run(client, `voidLoyaltyUser(input: { card: "${card.id}", user: "${user.id}" }) { id }`);
  await phones.show('No longer valid');
});

test('a push to named users shows after the same push to all, and the other way round', async () => {
  const client = await connected();
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  const user = await makeUser(app.database, client.owner, { card });
  const phones = new Phones(cardPass(app.url, card, user));
  await phones.save();
  const named = `users: ["${user.id}"]`;

  for (const users of ['', named, named, '', '', named]) {
    await run(client, `sendLoyaltyPush(input: { card: "${card.id}", message: "Fresh rye", ${users} }) { recipients }`);
    await phones.show('Fresh rye');
  }
});

test('a push counts the phones that fetched it, each once', async () => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner);
  const session = await makeSession(app.database, client.owner, { coupon });
  const phones = new Phones(couponPass(app.url, session));
  await phones.save();
  const send = `sendCouponPush(input: { coupon: "${coupon.id}", message: "Fresh rye" }) { push { id } }`;
  const first = (await client.graphql(`mutation { done: ${send} }`)).data.done.push.id;
  await phones.show('Fresh rye');
  const fetched = async (id: string) => (await client.graphql(`{ push(id: "${id}") { fetched } }`)).data.push.fetched;
  await expect.poll(() => fetched(first)).toBe(habits.length);

  const late = new WalletDevice();
  await late.add(couponPass(app.url, session));
  await late.wake();
  const second = (await client.graphql(`mutation { done: ${send} }`)).data.done.push.id;
  await phones.show('Fresh rye');

  await expect.poll(() => fetched(second)).toBe(habits.length);
  expect(await fetched(first)).toBe(habits.length);
});

test('every phone shows the new name of the account', async () => {
  const client = await connected();
  const session = await makeSession(app.database, client.owner);
  const phone = new WalletDevice();
  const serial = await phone.add(couponPass(app.url, session));

  await run(client, 'updateAccount(input: { name: "Bakery of the north" }) { id }');
  await expect.poll(() => server.tokens.includes(phone.pushToken)).toBe(true);
  await phone.wake();
  expect(phone.passes.get(serial)?.json).toMatchObject({ organizationName: 'Bakery of the north' });
});
