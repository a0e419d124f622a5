import { beforeEach, expect, inject, test } from 'vitest';
import { countRows, findRow, findRows, requireRow, updateRows } from '../../src/kernel/database/rows.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { toInstant } from '../../src/kernel/values/instant.ts';
import { disconnect } from '../../src/messaging/integration/integration.ts';
import type { CouponSession } from '../../src/sessions/session/session.ts';
import { couponSessions } from '../../src/sessions/session/session.ts';
import { walletDevices, walletRegistrations } from '../../src/wallets/device/device.ts';
import { walletNotifications } from '../../src/wallets/notification/notification.ts';
import { markPasses, walletPasses } from '../../src/wallets/pass/pass.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { eventTypesOf } from '../support/events.ts';
import { appSecret, makeCoupon, makeSession } from '../support/make.ts';
import { makeCard, makeUser } from '../support/make-loyalty.ts';
import { cardPass, connectApple, couponPass } from '../support/make-passes.ts';
import { WalletDevice } from '../support/wallet-device.ts';

const app = useApp();
const testOnServer = test.skipIf(inject('engine') === 'sqlite');
let client: Client;
let session: CouponSession;
let address: string;
let phone: WalletDevice;

beforeEach(async () => {
  client = await app.client();
  await connectApple(app.database, client.owner);
  session = await makeSession(app.database, client.owner);
  address = couponPass(app.url, session);
  phone = new WalletDevice();
});

async function change(serial: string): Promise<void> {
  await app.database.transaction((transaction) => markPasses(transaction, [serial]));
}

function typesOf(campaignId: string): Promise<string[]> {
  return eventTypesOf(app.database, { campaignId });
}

test('a saved coupon is noted on its session, with an event', async () => {
  const serial = await phone.add(address);

  const stored = await requireRow(app.database, couponSessions, { session: session.session });
  expect(stored.savedToAppleAt).not.toBeNull();
  expect(await typesOf(session.couponId)).toEqual(['coupon_session_created', 'coupon_saved']);
  expect(await findRow(app.database, walletPasses, { id: serial })).toMatchObject({ removedAt: null });
});

test('a card that is saved by two phones is saved once, and removed with the second', async () => {
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  const user = await makeUser(app.database, client.owner, { card });
  const second = new WalletDevice();
  const serial = await phone.add(cardPass(app.url, card, user));
  await second.add(cardPass(app.url, card, user));

  await phone.remove(serial);
  expect(await typesOf(card.id)).not.toContain('loyalty_unsaved');
  await second.remove(serial);
  await new WalletDevice().add(cardPass(app.url, card, user));

  expect((await typesOf(card.id)).filter((type) => type.includes('saved'))).toEqual([
    'loyalty_saved',
    'loyalty_unsaved',
    'loyalty_saved',
  ]);
});

test('a registration is new once, and a repeated one brings a new push token', async () => {
  const serial = await phone.add(address);
  phone.pushToken = 'ab'.repeat(32);

  expect(await phone.register(serial)).toBe(200);

  const { libraryId, pushToken } = phone;
  expect(await findRows(app.database, walletDevices, { libraryId })).toMatchObject([{ pushToken }]);
  expect((await typesOf(session.couponId)).filter((type) => type === 'coupon_saved')).toHaveLength(1);
});

test('the same registration many times at once is one', async () => {
  const serial = await phone.add(address);
  await phone.remove(serial);
  await phone.add(address);
  const others = Array.from({ length: 5 }, () => phone.register(serial));

  expect(await Promise.all(others)).toEqual([200, 200, 200, 200, 200]);
  expect(await countRows(app.database, walletRegistrations, { passId: serial })).toBe(1);
});

test('a device hears of a change between the download of its pass and its registration', async () => {
  const serial = await phone.add(address);
  const held = phone.passes.get(serial);
  const second = new WalletDevice();
  if (held) second.passes.set(serial, held);
  const waiting = async ({ libraryId }: WalletDevice) => {
    const [device] = await findRows(app.database, walletDevices, { libraryId });
    return countRows(app.database, walletNotifications, { device: device?.number ?? 0 });
  };

  await change(serial);
  await second.register(serial);
  expect([await waiting(phone), await waiting(second)]).toEqual([0, 1]);
});

test('removing what was never registered succeeds, before and after the registration', async () => {
  const serial = await phone.add(address);
  const held = phone.passes.get(serial);

  expect(await phone.remove(serial)).toBe(200);
  if (held) phone.passes.set(serial, held);
  expect(await phone.remove(serial)).toBe(200);
  expect((await typesOf(session.couponId)).filter((type) => type === 'coupon_unsaved')).toHaveLength(1);
});

test('a pass keeps its 50 latest registrations', async () => {
  const serial = await phone.add(address);
  const held = phone.passes.get(serial);
  for (let count = 0; count < 50; count += 1) {
    const other = new WalletDevice();
    if (held) other.passes.set(serial, held);
    await other.register(serial);
  }

  expect(await countRows(app.database, walletRegistrations, { passId: serial })).toBe(50);
  expect(await phone.changed(null)).toEqual([]);
});

test('a device hears of the passes that changed since its tag, and of all without a tag', async () => {
  const other = await makeSession(app.database, client.owner);
  const [first, second] = [await phone.add(address), await phone.add(couponPass(app.url, other))];

  expect(await phone.changed()).toEqual([first, second].sort());
  expect(await phone.changed()).toEqual([]);
  await change(second);
  expect(await phone.changed()).toEqual([second]);
  for (const tag of ['what the service never said', '-1', '99999999999'])
    expect(await phone.changed(tag)).toEqual([first, second].sort());
  expect(await new WalletDevice().changed(null).catch(() => 'no web service')).toBe('no web service');
});

testOnServer('a change that commits late is neither missing in a list nor answered with 304', async () => {
  const other = await phone.add(couponPass(app.url, await makeSession(app.database, client.owner)));
  const serial = await phone.add(address);
  await phone.changed();
  await phone.fetch(serial);
  const [marked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = app.database.transaction(async (transaction) => {
    await markPasses(transaction, [serial]);
    marked.resolve();
    await answered.promise;
  });
  await marked.promise;
  const later = change(other);

  expect(await phone.changed()).toEqual([]);
  expect((await phone.fetch(serial)).status).toBe(304);
  answered.resolve();
  await Promise.all([late, later]);
  expect(await phone.changed()).toEqual([serial, other].sort());
  expect((await phone.fetch(serial)).status).toBe(200);
});

test('a pass that a phone has already is not sent again', async () => {
  const serial = await phone.add(address);
  await change(serial);

  expect((await phone.fetch(serial)).status).toBe(200);
  expect((await phone.fetch(serial)).status).toBe(304);
  expect((await phone.fetch(serial, 'HEAD')).status).toBe(304);
  await change(serial);
  expect((await phone.fetch(serial, 'HEAD')).status).toBe(200);
});

test('many changes in one second are all fetched', async () => {
  const serial = await phone.add(address);
  for (let count = 0; count < 5; count += 1) {
    await change(serial);
    expect((await phone.fetch(serial)).status).toBe(200);
    expect((await phone.fetch(serial)).status).toBe(304);
  }
});

test('a phone that asks with another time gets the pass', async () => {
  const serial = await phone.add(address);
  const { webServiceURL, passTypeIdentifier: type, authenticationToken } = phone.passes.get(serial)?.json ?? {};
  const times = [new Date(0), new Date(Date.now() + 3_600_000)].map((time) => time.toUTCString());
  for (const since of [...times, 'bread', '2026-11-22T12:00:00Z']) {
    const headers = { Authorization: `ApplePass ${authenticationToken}`, 'If-Modified-Since': since };
    const response = await fetch(`${webServiceURL}/v1/passes/${type}/${serial}`, { headers });
    expect(response.status).toBe(200);
  }
});

test('a phone that saves and removes a pass in a loop makes ten events, and one an hour later', async () => {
  const serial = await phone.add(address);
  const held = phone.passes.get(serial);
  const again = async () => {
    if (held) phone.passes.set(serial, held);
    await phone.register(serial);
    await phone.remove(serial);
  };
  for (let count = 0; count < 20; count += 1) await again();
  const ofSaving = async () => (await typesOf(session.couponId)).filter((type) => type.includes('saved'));
  const which = { id: serial };

  expect(await ofSaving()).toHaveLength(10);
  expect((await requireRow(app.database, walletPasses, which)).removedAt).not.toBeNull();
  const eventsUntil = toInstant(new Date(Date.now() + 8.5 * 3600 * 1000));
  await app.database.transaction((transaction) => updateRows(transaction, walletPasses, which, { eventsUntil }));
  await again();
  expect(await ofSaving()).toHaveLength(11);
  if (held) phone.passes.set(serial, held);
  await phone.register(serial);
  expect((await requireRow(app.database, walletPasses, which)).removedAt).toBeNull();
});

test('wrong tokens, other pass types and unknown passes are refused alike', async () => {
  const serial = await phone.add(address);
  const json = phone.passes.get(serial)?.json;
  const get = (path: string, token: string) =>
    fetch(`${json.webServiceURL}/v1/passes/${path}`, { headers: { Authorization: `ApplePass ${token}` } });

  const type = json.passTypeIdentifier;
  const answers = await Promise.all([
    get(`${type}/${serial}`, 'wrong'),
    get(`${type}/${serial}`, 'x'.repeat(32)),
    get(`${type}/${serial}`, '\xe9'.repeat(32)),
    get(`pass.other/${serial}`, json.authenticationToken),
    get(`${type}/pas_0000000000000000`, json.authenticationToken),
    get(`${type}/bread`, json.authenticationToken),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
});

test('the token of one pass opens no other, of the same account or another', async () => {
  const stranger = await app.client();
  await connectApple(app.database, stranger.owner);
  const own = await phone.add(address);
  const others = [
    await phone.add(couponPass(app.url, await makeSession(app.database, client.owner))),
    await phone.add(couponPass(app.url, await makeSession(app.database, stranger.owner))),
  ];
  const { webServiceURL, passTypeIdentifier: type, authenticationToken } = phone.passes.get(own)?.json ?? {};
  const headers = { Authorization: `ApplePass ${authenticationToken}` };
  const body = JSON.stringify({ pushToken: phone.pushToken });

  for (const serial of others) {
    const registration = `${webServiceURL}/v1/devices/${phone.libraryId}/registrations/${type}/${serial}`;
    const answers = await Promise.all([
      fetch(`${webServiceURL}/v1/passes/${type}/${serial}`, { headers }),
      fetch(registration, { method: 'POST', headers, body }),
      fetch(registration, { method: 'DELETE', headers }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(await countRows(app.database, walletRegistrations, { passId: serial })).toBe(1);
  }
});

test('a pass of a removed loyalty user or a deleted card is refused, and its link is not found', async () => {
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  const [removed, left] = [
    await makeUser(app.database, client.owner, { card }),
    await makeUser(app.database, client.owner, { card }),
  ];
  const serials: string[] = [];
  for (const user of [removed, left]) serials.push(await phone.add(cardPass(app.url, card, user)));
  const statuses = async () => [
    (await phone.fetch(serials[0] ?? '')).status,
    (await fetch(cardPass(app.url, card, removed))).status,
    (await phone.fetch(serials[1] ?? '')).status,
    (await fetch(cardPass(app.url, card, left))).status,
  ];

  await client.graphql(`mutation { deleteLoyaltyUser(input: { card: "${card.id}", user: "${removed.id}" }) { id } }`);
  expect(await statuses()).toEqual([401, 404, 200, 200]);
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE loyalty_cards SET deleted_at = ? WHERE id = ?', [toInstant(new Date()), card.id]),
  );
  expect(await statuses()).toEqual([401, 404, 401, 404]);
});

test('a pass of a deleted session or coupon is refused', async () => {
  const coupon = await makeCoupon(app.database, client.owner);
  const other = await makeSession(app.database, client.owner, { coupon });
  const serial = await phone.add(address);
  const orphan = await phone.add(couponPass(app.url, other));

  await client.graphql(
    `mutation { deleteCouponSession(input: { coupon: "${session.couponId}", session: "${session.session}" }) { session } }`,
  );
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE coupons SET deleted_at = ? WHERE id = ?', [toInstant(new Date()), coupon.id]),
  );

  expect([(await phone.fetch(serial)).status, (await phone.fetch(orphan)).status]).toEqual([401, 401]);
  expect([(await fetch(address)).status, (await fetch(couponPass(app.url, other))).status]).toEqual([404, 404]);
  expect(await phone.register(orphan)).toBe(401);
  expect(await phone.remove(orphan)).toBe(200);
});

test('a renewed certificate of the same pass type signs the passes on phones, another one does not', async () => {
  const serial = await phone.add(address);

  await connectApple(app.database, client.owner, { days: 700 });
  expect((await phone.fetch(serial)).status).toBe(200);
  await connectApple(app.database, client.owner, { passType: 'pass.example.other' });
  await change(serial);
  expect((await phone.fetch(serial)).status).toBe(503);
  const other = await new WalletDevice().add(address);
  expect(other).not.toBe(serial);
});

test('without a connection or with an expired certificate, there is no new pass', async () => {
  const serial = await phone.add(address);
  const integration = await connectApple(app.database, client.owner, { days: -1 });
  expect((await fetch(address)).status).toBe(404);

  await app.database.transaction((transaction) => disconnect(transaction, new Secrets(appSecret), integration));

  expect((await fetch(address)).status).toBe(404);
  expect((await phone.fetch(serial)).status).toBe(503);
});

test.each([
  ['no JSON', 'bread', 400],
  ['no push token', '{}', 400],
  ['a push token of another type', '{"pushToken":7}', 400],
  ['a push token that is none', '{"pushToken":"bread"}', 400],
  ['too much', `{"pushToken":"${'a'.repeat(100_000)}"}`, 413],
])('a registration with %s is refused', async (_, body, status) => {
  const serial = await phone.add(address);
  const { webServiceURL, passTypeIdentifier, authenticationToken } = phone.passes.get(serial)?.json ?? {};

  const response = await fetch(`${webServiceURL}/v1/devices/a/registrations/${passTypeIdentifier}/${serial}`, {
    method: 'POST',
    headers: { Authorization: `ApplePass ${authenticationToken}` },
    body,
  });

  expect(response.status).toBe(status);
});

test.each(['{"logs":["bread"]}', '{"logs":"bread"}', '[]'])('the log %s is accepted', async (body) => {
  expect((await fetch(`${app.url}/wallet/apple/v1/log`, { method: 'POST', body })).status).toBe(200);
});

test('other paths and methods are not found', async () => {
  expect((await fetch(`${app.url}/wallet/apple/v1/devices`)).status).toBe(404);
  expect((await fetch(`${app.url}/wallet/apple/v1/log`)).status).toBe(404);
});
