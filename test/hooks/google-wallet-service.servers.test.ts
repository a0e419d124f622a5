import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { countRows, deleteRows, requireRow } from '../../src/kernel/database/rows.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { disconnect, type Integration } from '../../src/messaging/integration/integration.ts';
import { type CouponSession, couponSessions } from '../../src/sessions/session/session.ts';
import { googleNonces, pruneNonces } from '../../src/wallets/google-pass/google-report.ts';
import { walletPasses } from '../../src/wallets/pass/pass.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { eventTypesOf } from '../support/events.ts';
import { GoogleServer } from '../support/google-server.ts';
import { appSecret, makeIntegration, makeSession } from '../support/make.ts';
import { makeCard, makeUser } from '../support/make-loyalty.ts';
import { cardPass, connectGoogle, couponPass, googlePass } from '../support/make-passes.ts';

const google = await GoogleServer.start();
const app = useApp({ googleKeys: google.keysUrl });
afterAll(() => google.stop());

let client: Client;
let integration: Integration;
let session: CouponSession;
let saved: { classId: string; objectId: string };

beforeEach(async () => {
  client = await app.client();
  integration = await connectGoogle(app.database, client.owner, google);
  session = await makeSession(app.database, client.owner);
  saved = await saveAt(couponPass(app.url, session));
});

/** Follows the link of a page and saves the pass. Google reports nothing yet. */
async function saveAt(address: string) {
  const response = await fetch(googlePass(address), { redirect: 'manual' });
  const [object] = google.save(response.headers.get('location') ?? '');
  return { classId: String(object?.classId), objectId: String(object?.id) };
}

/** Posts a body to the address that the class names. */
async function post(body: unknown, url = callbackUrl()): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'Googlebot' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return response.status;
}

function callbackUrl(): string {
  return google.kept.get(`offerClass/${saved.classId}`)?.callbackOptions.url ?? '';
}

const report = (eventType: 'save' | 'del', more: object = {}) => google.callback({ ...saved, eventType, ...more });

function typesOf(campaignId: string): Promise<string[]> {
  return eventTypesOf(app.database, { campaignId });
}

async function passOf({ objectId } = saved) {
  const id = objectId.replace(`${google.issuerId}.`, '');
  return requireRow(app.database, walletPasses, { id });
}

test('a saved coupon is noted on its session, with an event', async () => {
  expect(await post(report('save'))).toBe(200);

  const stored = await requireRow(app.database, couponSessions, { session: session.session });
  expect(stored).toMatchObject({ savedToGoogleAt: expect.any(String), savedToAppleAt: null });
  expect(await passOf()).toMatchObject({ savedAt: stored.savedToGoogleAt, removedAt: null });
  expect(await typesOf(session.couponId)).toEqual(['coupon_session_created', 'coupon_saved']);
});

test('a coupon that is removed and saved again keeps the time of its first save', async () => {
  await post(report('save'));
  const { savedAt } = await passOf();
  await post(report('del'));
  expect(await passOf()).toMatchObject({ savedAt, removedAt: expect.any(String) });
  await post(report('save'));

  expect(await passOf()).toMatchObject({ savedAt, removedAt: null });
  expect((await typesOf(session.couponId)).slice(1)).toEqual(['coupon_saved', 'coupon_unsaved', 'coupon_saved']);
});

test('two reports of the same save are one save', async () => {
  expect([await post(report('save')), await post(report('save'))]).toEqual([200, 200]);

  expect((await typesOf(session.couponId)).slice(1)).toEqual(['coupon_saved']);
});

test('a saved and removed loyalty card is noted, with events', async () => {
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  const user = await makeUser(app.database, client.owner, { card });
  const held = await saveAt(cardPass(app.url, card, user));
  const url = callbackUrl();

  await post(google.callback({ ...held, eventType: 'save' }), url);
  await post(google.callback({ ...held, eventType: 'del' }), url);

  expect(await passOf(held)).toMatchObject({ member: user.number, removedAt: expect.any(String) });
  expect((await typesOf(card.id)).slice(-2)).toEqual(['loyalty_saved', 'loyalty_unsaved']);
});

test('a report that arrives after a later one does not count', async () => {
  const [earlier, later] = [Date.now() + 600_000, Date.now() + 600_001];

  expect(await post(report('save', { expTimeMillis: later }))).toBe(200);
  expect(await post(report('del', { expTimeMillis: earlier }))).toBe(200);

  expect(await passOf()).toMatchObject({ savedAt: expect.any(String), removedAt: null });
  expect((await typesOf(session.couponId)).slice(1)).toEqual(['coupon_saved']);
});

test('a removal that arrives before the save counts both, and the save changes nothing more', async () => {
  const [earlier, later] = [Date.now() + 600_000, Date.now() + 600_001];

  await post(report('del', { expTimeMillis: later }));
  await post(report('save', { expTimeMillis: earlier }));

  expect(await passOf()).toMatchObject({ savedAt: expect.any(String), removedAt: expect.any(String) });
  expect((await typesOf(session.couponId)).slice(1)).toEqual(['coupon_saved', 'coupon_unsaved']);
});

test.each<[string, () => unknown]>([
  ['a changed message', () => withMessage((text) => text.replace('save', 'del'))],
  ['another signature', () => ({ ...report('save'), signature: report('save').signature })],
  ['no signature', () => ({ ...report('save'), signature: undefined })],
  ['another sender', () => google.callback({ ...saved, eventType: 'save' }, { sender: 'GoogleWalletPasses' })],
  ['another issuer', () => google.callback({ ...saved, eventType: 'save' }, { recipient: '3388000000000000001' })],
  ['an expired key', () => google.callback({ ...saved, eventType: 'save' }, { keyExpiration: Date.now() - 1 })],
  ['a message that has expired', () => report('save', { expTimeMillis: Date.now() - 1 })],
  ['a message without an end', () => report('save', { expTimeMillis: 1e300 })],
  ['an unknown event', () => report('seen' as never)],
  ['the class of another issuer', () => report('save', { classId: saved.classId.replace(/^\d+/, '1') })],
  ['the object of another issuer', () => report('save', { objectId: saved.objectId.replace(/^\d+/, '1') })],
  ['the class of another coupon', () => report('save', { classId: `${google.issuerId}.cam_000000000000` })],
  ['nothing', () => ({})],
  ['a list', () => []],
])('a report with %s is refused and changes nothing', async (_, bodyOf) => {
  expect(await post(bodyOf())).toBe(403);

  expect(await passOf()).toMatchObject({ savedAt: null, reportedAt: null });
  expect((await typesOf(session.couponId)).slice(1)).toEqual([]);
});

function withMessage(change: (text: string) => string) {
  const callback = report('save');
  return { ...callback, signedMessage: change(callback.signedMessage) };
}

test('a replayed report is refused and changes nothing', async () => {
  const expTimeMillis = Date.now() + 600_000;
  const first = report('save', { expTimeMillis });
  expect(await post(first)).toBe(200);
  await post(report('del', { expTimeMillis }));

  expect(await post(first)).toBe(403);

  expect(await passOf()).toMatchObject({ removedAt: expect.any(String) });
  expect((await typesOf(session.couponId)).slice(1)).toEqual(['coupon_saved', 'coupon_unsaved']);
});

test('a report about the pass of another account is refused, even if both accounts have the same issuer', async () => {
  const stranger = await app.client();
  const theirs = await connectGoogle(app.database, stranger.owner, google);

  expect(await post(report('save'), callbackUrl().replace(integration.id, theirs.id))).toBe(403);

  expect(await passOf()).toMatchObject({ savedAt: null });
});

test('a report about a deleted session is accepted without effect, so that Google does not repeat it', async () => {
  const pass = await passOf();
  await app.database.transaction((transaction) => deleteRows(transaction, walletPasses, { id: pass.id }));

  expect(await post(report('del'))).toBe(200);
  expect(await post(report('del', { objectId: `${google.issuerId}.bread` }))).toBe(200);

  expect((await typesOf(session.couponId)).slice(1)).toEqual([]);
});

test('only connected integrations with Google have a callback', async () => {
  const url = callbackUrl();
  const { owner } = await app.client();
  const captured = await makeIntegration(app.database, owner, { channel: 'GOOGLE_WALLET' });
  await app.database.transaction((transaction) => disconnect(transaction, new Secrets(appSecret), integration));

  const callback = report('save');
  const others = [integration.id, captured.id, 'int_0000000000000000', 'bread', '%00'];
  for (const id of others) expect(await post(callback, url.replace(integration.id, id))).toBe(404);
  expect((await fetch(url)).status).toBe(405);
  expect(await passOf()).toMatchObject({ savedAt: null });
});

test('a body that is too long or no JSON is refused', async () => {
  expect(await post(JSON.stringify({ ...report('save'), more: 'x'.repeat(70_000) }))).toBe(413);
  expect(await post('{')).toBe(400);
});

test('callbacks of an account are limited', async () => {
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < 20 && !statuses.has(429); attempt += 1) {
    const answers = await Promise.all(Array.from({ length: 300 }, () => post({})));
    for (const status of answers) statuses.add(status);
  }
  const { owner } = await app.client();
  const other = await connectGoogle(app.database, owner, google);

  expect([...statuses].sort()).toEqual([403, 429]);
  expect(await post({}, callbackUrl().replace(integration.id, other.id))).toBe(403);
});

test('nonces are kept for a day, and longer if their report is valid for longer', async () => {
  const week = Date.now() + 7 * 24 * 3600 * 1000;
  await post(report('save'));
  await post(report('del', { expTimeMillis: week, nonce: randomUUID() }));
  const prunedIn = async (days: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 3600 * 1000 });
    try {
      while ((await pruneNonces(app.database)) > 0);
      return await countRows(app.database, googleNonces, {});
    } finally {
      vi.useRealTimers();
    }
  };

  const now = await prunedIn(0.9);
  expect(now).toBeGreaterThanOrEqual(2);
  expect(await prunedIn(1.1)).toBeGreaterThanOrEqual(1);
  expect(await prunedIn(7.1)).toBe(0);
});

test('robots may call it, and the logo of cards without one can be fetched', async () => {
  expect((await fetch(`${app.url}/robots.txt`)).status).toBe(404);
  const logo = await fetch(`${app.url}/wallet/google/logo.png`);

  expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(
    Buffer.from(await logo.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect((await fetch(`${app.url}/wallet/google/bread`)).status).toBe(404);
});
