import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countRows } from '../../../src/kernel/database/rows.ts';
import { walletNotifications } from '../../../src/wallets/notification/notification.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { untilFollowed } from '../../support/followed.ts';
import { GoogleServer } from '../../support/google-server.ts';
import { makeSession } from '../../support/make.ts';
import { classPath, makeGooglePasses } from '../../support/make-google.ts';
import { change, makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { connectGoogle } from '../../support/make-passes.ts';
import { endPause } from '../../support/make-wallets.ts';

const app = useAppWithBackground();
let server: GoogleServer;
let client: Client;

beforeAll(async () => {
  server = await GoogleServer.start();
});
afterAll(() => server.stop());
beforeEach(async () => {
  client = await app.client();
});

/** Calls a mutation. */
async function call(mutation: string): Promise<void> {
  expect((await client.graphql(`mutation { done: ${mutation} }`)).codes).toEqual([]);
}

async function savedCoupon({ isKnown = true } = {}) {
  const { id: lane } = await connectGoogle(app.database, client.owner, server);
  const { couponId: coupon, session } = await makeSession(app.database, client.owner);
  await untilFollowed(app.database);
  const [path = ''] = await makeGooglePasses(app.database, client.owner, server, coupon, { session, isKnown });
  return { lane, coupon, session, path };
}

const shown = (path: string) => server.kept.get(path);
const waitingIn = (laneId: string) => countRows(app.database, walletNotifications, { laneId });
const callsOf = (path: string) => server.calls.filter((one) => one.path === path).length;
const claim = (session: string) => call(`claimCouponSession(input: { session: "${session}" }) { session }`);
const status = (words: string) => ({ textModulesData: [expect.objectContaining({ id: 'state', body: words })] });

test('Google Wallet shows what happens to a coupon', async () => {
  const { lane, coupon, session, path } = await savedCoupon();

  await claim(session);
  await expect.poll(() => shown(path)).toMatchObject({ state: 'ACTIVE', ...status('Claimed') });
  await call(
    `updateCoupon(input: { id: "${coupon}", title: "Rye", expiry: { fixed: { at: "2090-01-31 12:00:00" } } }) { id }`,
  );
  await expect
    .poll(() => shown(path)?.validTimeInterval)
    .toMatchObject({ end: { date: expect.stringMatching(/^2090-01-31/) } });
  await expect.poll(() => shown(classPath(server, coupon))).toMatchObject({ title: 'Rye' });
  await call(`validateCouponSession(input: { session: "${session}" }) { session }`);
  await expect.poll(() => shown(path)).toMatchObject({ state: 'COMPLETED', barcode: null });
  await call(`voidCouponSession(input: { session: "${session}" }) { session }`);
  await expect.poll(() => shown(path)).toMatchObject({ state: 'INACTIVE', ...status('No longer valid') });
  await expect.poll(() => waitingIn(lane)).toBe(0);
});

test('Google Wallet shows stamps, rewards and points', async () => {
  await connectGoogle(app.database, client.owner, server);
  const cards = [
    await makeCard(app.database, client.owner, { medium: 'WALLET', stampsRequired: 3 }),
    await makeCard(app.database, client.owner, { medium: 'WALLET', type: 'MEMBERSHIP' }),
  ] as const;
  await makeReward(app.database, cards[0]);
  const users = [
    await makeUser(app.database, client.owner, { card: cards[0] }),
    await makeUser(app.database, client.owner, { card: cards[1] }),
  ] as const;
  await untilFollowed(app.database);
  const [stamped = ''] = await makeGooglePasses(app.database, client.owner, server, cards[0].id, { users: [users[0]] });
  const [counted = ''] = await makeGooglePasses(app.database, client.owner, server, cards[1].id, { users: [users[1]] });
  const balance = (text: string) => ({ loyaltyPoints: { balance: { string: text } } });
  const addStamps = (amount: number) =>
    call(`addStamps(input: { card: "${cards[0].id}", user: "${users[0].id}", amount: ${amount} }) { id }`);

  await addStamps(2);
  await expect.poll(() => shown(stamped)).toMatchObject(balance('2/3'));
  await addStamps(1);
  await expect
    .poll(() => shown(stamped)?.textModulesData)
    .toMatchObject([
      { id: 'rewards', body: 'A loaf' },
      { id: 'next', body: 'A loaf (3)' },
    ]);
  await change(app.database, client.owner, users[1], { action: 'ADD', unit: 'POINTS', amount: 7 });
  await expect.poll(() => shown(counted)).toMatchObject(balance('7'));
});

test('a change of a card changes its class', async () => {
  await connectGoogle(app.database, client.owner, server);
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  const user = await makeUser(app.database, client.owner, { card });
  await untilFollowed(app.database);
  const [path = ''] = await makeGooglePasses(app.database, client.owner, server, card.id, { users: [user] });

  await call(`updateLoyaltyCard(input: { id: "${card.id}", title: "Spelt", stampsRequired: 12 }) { id }`);
  await expect.poll(() => shown(classPath(server, card.id))).toMatchObject({ programName: 'Spelt' });
  await expect.poll(() => shown(path)).toMatchObject({ loyaltyPoints: { balance: { string: '0/12' } } });
});

test('an object that Google does not know is asked for once', async () => {
  const { lane, session, path } = await savedCoupon({ isKnown: false });

  await claim(session);
  await expect.poll(() => callsOf(path)).toBe(1);
  await expect.poll(() => waitingIn(lane)).toBe(0);
  expect(callsOf(path)).toBe(1);
});

test.each([
  ['429', { status: 429, retryAfter: '1' }],
  ['500', { status: 500 }],
  ['a rate', { status: 403, error: { errors: [{ reason: 'rateLimitExceeded' }] } }],
])('after %s, a change reaches Google later', async (_, behaviour) => {
  const { lane, session, path } = await savedCoupon();
  server.behaves.set(path, { ...behaviour, times: 1 });

  await claim(session);
  await endPause(app.database, lane);
  await expect.poll(() => shown(path)).toMatchObject(status('Claimed'));
});

test('a change that Google refuses is dropped', async () => {
  const { lane, session, path } = await savedCoupon();
  server.behaves.set(path, { status: 400, times: 1 });

  await claim(session);
  await expect.poll(() => server.behaves.has(path)).toBe(false);
  await expect.poll(() => waitingIn(lane)).toBe(0);
  expect(shown(path)).not.toMatchObject(status('Claimed'));
});

test.each([401, 403])(
  'after %i, the integration is paused until it is connected again, and loses nothing',
  async (code) => {
    const { lane, session, path } = await savedCoupon();
    server.behaves.set(path, { status: code });
    const notices = async () => (await client.graphql('{ viewer { notices { type message } } }')).data.viewer.notices;

    await claim(session);
    await expect
      .poll(notices)
      .toEqual([{ type: 'WALLET_PAUSED', message: expect.stringContaining(`Google responded with ${code}`) }]);
    expect(await waitingIn(lane)).toBe(1);
    server.behaves.delete(path);
    await connectGoogle(app.database, client.owner, server);
    await expect.poll(() => shown(path)).toMatchObject(status('Claimed'));
    await expect.poll(() => waitingIn(lane)).toBe(0);
  },
);

test('a pass that nobody has saved, or that was removed, is not told', async () => {
  const { lane, session, path } = await savedCoupon();
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE wallet_passes SET removed_at = saved_at WHERE session = ?', [session]),
  );

  await claim(session);
  await untilFollowed(app.database);
  expect([await waitingIn(lane), callsOf(path)]).toEqual([0, 0]);
});
