import { afterAll, expect, test } from 'vitest';
import { requireRow, updateRows } from '../../../src/kernel/database/rows.ts';
import { now } from '../../../src/kernel/values/instant.ts';
import { loyaltyRewards } from '../../../src/loyalty/reward/reward.ts';
import { couponSessions } from '../../../src/sessions/session/session.ts';
import { walletPasses } from '../../../src/wallets/pass/pass.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { GoogleServer } from '../../support/google-server.ts';
import { makeCoupon, makeIntegration, makeSession } from '../../support/make.ts';
import { change, makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { cardPass, connectApple, connectGoogle, couponPass, googlePass } from '../../support/make-passes.ts';

const app = useApp();
const google = await GoogleServer.start();
afterAll(() => google.stop());

async function click(address: string) {
  const response = await fetch(address, { redirect: 'manual' });
  return { status: response.status, link: response.headers.get('location') ?? '', page: await response.text() };
}

async function pageOf(address: string, userAgent = 'Mozilla/5.0 (Linux; Android 16)'): Promise<string> {
  const page = await fetch(address.replace('/google-wallet', ''), { headers: { 'User-Agent': userAgent } });
  return page.text();
}

async function connected(): Promise<Client> {
  const client = await app.client();
  await connectGoogle(app.database, client.owner, google);
  return client;
}

/** Returns the calls that concern a class or object. */
function callsOf(resource: string, campaignOrPass: string): string[] {
  return google.calls
    .filter(({ path, body }) => path.startsWith(resource) && `${path} ${body?.id}`.includes(campaignOrPass))
    .map(({ method }) => method);
}

test('the page of a session leads to Google Wallet, which adds its pass', async () => {
  const client = await connected();
  const session = await makeSession(app.database, client.owner);
  const address = googlePass(couponPass(app.url, session));

  expect(await pageOf(address)).toContain(`href="${new URL(address).pathname}"`);
  const { status, link } = await click(address);
  const [object] = google.save(link);

  expect(status).toBe(302);
  const pass = await requireRow(app.database, walletPasses, { session: session.session });
  expect(pass).toMatchObject({ platform: 'GOOGLE', issuer: google.issuerId, savedAt: null });
  expect(object).toMatchObject({
    id: `${google.issuerId}.${pass.id}`,
    classId: `${google.issuerId}.${session.couponId}`,
    state: 'ACTIVE',
    barcode: { value: session.session },
  });
  expect(google.kept.get(`offerClass/${object?.classId}`)).toMatchObject({ issuerName: 'Test', title: 'Bread' });
  expect(JSON.stringify(object)).not.toContain('null');
});

test('the page of a loyalty user leads to Google Wallet, if the card is for wallets', async () => {
  const { owner } = await connected();
  const addressOf = async (medium: 'WALLET' | 'WEB') => {
    const card = await makeCard(app.database, owner, { medium });
    return googlePass(cardPass(app.url, card, await makeUser(app.database, owner, { card })));
  };
  const [wallet, web] = [await addressOf('WALLET'), await addressOf('WEB')];

  const [object] = google.save((await click(wallet)).link);

  expect(object).toMatchObject({ state: 'ACTIVE', loyaltyPoints: { label: 'Stamps', balance: { string: '0/10' } } });
  expect(await pageOf(wallet)).toContain('Add to Google Wallet');
  expect(await pageOf(web)).not.toContain('Add to Google Wallet');
  expect((await click(web)).status).toBe(404);
});

test('simultaneous clicks are one pass, and share the calls for the class', async () => {
  const { owner } = await connected();
  const session = await makeSession(app.database, owner);
  const address = googlePass(couponPass(app.url, session));

  const links = await Promise.all([click(address), click(address), click(address), click(address)]);

  const ids = links.flatMap(({ link }) => google.save(link)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  expect(callsOf('offerClass', session.couponId)).toEqual(['PATCH', 'POST']);
});

test('a class is stored again when the coupon has changed or the account has connected again', async () => {
  const client = await connected();
  const session = await makeSession(app.database, client.owner);
  const address = googlePass(couponPass(app.url, session));
  const titleAfterClick = async () => {
    await click(address);
    return google.kept.get(`offerClass/${google.issuerId}.${session.couponId}`)?.title;
  };

  expect(await titleAfterClick()).toBe('Bread');
  await client.graphql(`mutation { updateCoupon(input: { id: "${session.couponId}", title: "Rye bread" }) { id } }`);
  expect(await titleAfterClick()).toBe('Rye bread');
  await connectGoogle(app.database, client.owner, google);
  await click(address);
  await click(address);

  expect(callsOf('offerClass', session.couponId)).toEqual(['PATCH', 'POST', 'PATCH', 'PATCH']);
});

test('an object that is too long for a link is created before', async () => {
  const { owner } = await connected();
  const card = await makeCard(app.database, owner, { medium: 'WALLET' });
  const user = await makeUser(app.database, owner, { card });
  const reward = await makeReward(app.database, card, { points: 1 });
  await app.database.transaction((transaction) =>
    updateRows(transaction, loyaltyRewards, { id: reward.id }, { name: 'Ein halbes Roggenbrot '.repeat(4) }),
  );
  for (let round = 0; round < 6; round += 1) {
    await change(app.database, owner, user, { action: 'ADD', unit: 'POINTS', amount: 1 });
    await change(app.database, owner, user, { action: 'REDEEM', reward: reward.id });
  }
  const { link } = await click(googlePass(cardPass(app.url, card, user)));

  const [saved] = google.save(link);
  expect(link.length).toBeLessThan(1800);
  expect(Object.keys(saved ?? {}).sort()).toEqual(['classId', 'id']);
  expect(google.kept.get(`loyaltyObject/${saved?.id}`)).toMatchObject({ accountId: user.id });
});

test('a pass that was saved before is changed before it is saved again', async () => {
  const { owner } = await connected();
  const session = await makeSession(app.database, owner);
  const address = googlePass(couponPass(app.url, session));
  const [object] = google.save((await click(address)).link);
  await app.database.transaction(async (transaction) => {
    await updateRows(transaction, walletPasses, { session: session.session }, { savedAt: now(), removedAt: now() });
    await updateRows(transaction, couponSessions, { session: session.session }, { claimedAt: now() });
  });

  google.save((await click(address)).link);

  const texts = google.kept.get(`offerObject/${object?.id}`)?.textModulesData;
  expect(texts).toMatchObject([{ id: 'state', body: 'Claimed' }]);
});

test('a coupon that is over keeps its address, and the object says so', async () => {
  const { owner } = await connected();
  const address = googlePass(couponPass(app.url, await makeSession(app.database, owner, { voided: true })));

  expect(await pageOf(address)).not.toContain('Google Wallet');
  expect(google.save((await click(address)).link)).toMatchObject([{ state: 'INACTIVE' }]);
});

test.each([
  [500, {}, 503],
  [429, {}, 503],
  [403, { errors: [{ reason: 'quotaExceeded' }] }, 503],
  [403, { errors: [{ reason: 'forbidden' }] }, 502],
  [400, { message: 'Invalid class' }, 502],
])('when Google responds with %i %j, a page with the status %i says so', async (status, error, shown) => {
  const { owner } = await connected();
  const session = await makeSession(app.database, owner);
  const address = googlePass(couponPass(app.url, session));
  google.behaves.set(`offerClass/${google.issuerId}.${session.couponId}`, { status, error, times: 1 });

  const refused = await click(address);
  const after = await click(address);

  expect(refused.status).toBe(shown);
  expect(refused.page).toContain('<h1>');
  expect(after.status).toBe(302);
});

test('when Google does not answer, or does not accept the service account, a page says so', async () => {
  const { owner } = await app.client();
  await connectGoogle(app.database, owner, google, { email: 'stranger@tests.example' });
  const address = googlePass(couponPass(app.url, await makeSession(app.database, owner)));
  const stranger = await click(address);
  await connectGoogle(app.database, owner, google, { baseUrl: 'http://127.0.0.1:1' });
  const silent = await click(address);

  expect([stranger.status, silent.status]).toEqual([502, 503]);
});

test('visitors cannot use up the calls of the issuer', async () => {
  const { owner } = await connected();
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < 20 && !statuses.has(503); attempt += 1) {
    const sessions = await Promise.all(Array.from({ length: 30 }, () => makeSession(app.database, owner)));
    const clicks = await Promise.all(sessions.map((session) => click(googlePass(couponPass(app.url, session)))));
    for (const { status } of clicks) statuses.add(status);
  }

  expect([...statuses].sort()).toEqual([302, 503]);
});

test('a captured connection makes the pass and calls nobody', async () => {
  const { owner } = await app.client();
  await makeIntegration(app.database, owner, { channel: 'GOOGLE_WALLET' });
  const session = await makeSession(app.database, owner);
  const address = googlePass(couponPass(app.url, session));

  const { status, page } = await click(address);

  expect(await pageOf(address)).toContain('Add to Google Wallet');
  expect([status, page.includes('no real pass')]).toEqual([200, true]);
  expect(page).not.toContain('<script');
  const pass = await requireRow(app.database, walletPasses, { session: session.session });
  expect(pass).toMatchObject({ platform: 'GOOGLE', issuer: 'capture' });
  expect(callsOf('offer', session.couponId)).toEqual([]);
});

test('without a connection, and after it ended, there is neither a link nor a pass', async () => {
  const client = await app.client();
  const address = googlePass(couponPass(app.url, await makeSession(app.database, client.owner)));
  expect([(await click(address)).status, (await pageOf(address)).includes('Google Wallet')]).toEqual([404, false]);

  const { id } = await connectGoogle(app.database, client.owner, google);
  expect((await click(address)).status).toBe(302);
  await client.graphql(`mutation { disconnectIntegration(input: { id: "${id}" }) { id } }`);
  expect((await click(address)).status).toBe(404);
});

test('removed, foreign and guessed sessions have no pass', async () => {
  const client = await connected();
  const [session, other] = [
    await makeSession(app.database, client.owner),
    await makeSession(app.database, client.owner),
  ];
  const removed = await makeSession(app.database, client.owner);
  const which = `coupon: "${removed.couponId}", session: "${removed.session}"`;
  await client.graphql(`mutation { deleteCouponSession(input: { ${which} }) { session } }`);
  const coupon = await makeCoupon(app.database, client.owner, { deletedAt: now() });
  const ofRemoved = await makeSession(app.database, client.owner, { coupon });

  const guesses = [
    couponPass(app.url, removed),
    couponPass(app.url, ofRemoved),
    couponPass(app.url, { ...session, session: '0'.repeat(21) }),
    couponPass(app.url, { ...session, couponCode: other.couponCode }),
    `${app.url}/l/00000000/usr_0000000000000000/pass.pkpass`,
  ];

  for (const guess of guesses) expect((await click(googlePass(guess))).status).toBe(404);
});

test("Apple's link comes first on Apple's devices, and Google's elsewhere", async () => {
  const { owner } = await connected();
  await connectApple(app.database, owner);
  const address = googlePass(couponPass(app.url, await makeSession(app.database, owner)));
  const orderOn = async (userAgent: string) =>
    [...(await pageOf(address, userAgent)).matchAll(/Add to (\w+) Wallet/g)].map(([, name]) => name);

  expect(await orderOn('Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X)')).toEqual(['Apple', 'Google']);
  expect(await orderOn('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toEqual(['Apple', 'Google']);
  expect(await orderOn('Mozilla/5.0 (Linux; Android 16; Pixel 10)')).toEqual(['Google', 'Apple']);
  expect(await orderOn('')).toEqual(['Google', 'Apple']);
});
