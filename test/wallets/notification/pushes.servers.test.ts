import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApnsServer } from '../../support/apns-server.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { certificate } from '../../support/certificate.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { untilFollowed } from '../../support/followed.ts';
import { untilDone } from '../../support/jobs.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { connectApple } from '../../support/make-passes.ts';
import { makeSavedPasses } from '../../support/make-wallets.ts';
import { trustCertificate } from '../../support/trust.ts';

trustCertificate();
const apns = { host: '127.0.0.1', port: 0 };
const app = useAppWithBackground({}, { apns });
let server: ApnsServer;

beforeAll(async () => {
  server = await ApnsServer.start();
  apns.port = server.port;
});
afterAll(() => server.stop());

const pushOf = 'push { id message recipients notified failed jobId }';
const timesNotified = (token: string) => server.tokens.filter((one) => one === token).length;

async function sendToCoupon(client: Client, coupon: string, message = 'Fresh rye') {
  const send = `mutation ($input: SendCouponPushInput!) { sendCouponPush(input: $input) { recipients ${pushOf} } }`;
  const { data, codes } = await client.graphql(send, { input: { coupon, message } });
  return { ...data?.sendCouponPush, codes };
}

async function found(client: Client, id: string) {
  const { data } = await client.graphql(`query ($id: ID!) { push(id: $id) { notified failed } }`, { id });
  return data.push;
}

const statusOfJob = async (client: Client, id: string) =>
  (await client.graphql('query ($id: ID!) { job(id: $id) { status } }', { id })).data.job.status;

test('a push tells every device once and counts it', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  const { id } = await makeCoupon(app.database, client.owner);
  const tokens = await makeSavedPasses(app.database, client.owner, id, { amount: 100, devices: 2 });

  const { recipients, push } = await sendToCoupon(client, id);
  expect([recipients, push]).toEqual([100, expect.objectContaining({ message: 'Fresh rye', notified: 0, failed: 0 })]);
  await untilDone(app.database, push.jobId);
  expect(tokens.map(timesNotified)).toEqual(tokens.map(() => 1));
  expect(await found(client, push.id)).toEqual({ notified: 200, failed: 0 });
  const list = 'query ($campaign: ID) { pushes(filter: { campaign: $campaign }) { nodes { id notified } } }';
  expect((await client.graphql(list, { campaign: id })).data.pushes.nodes).toEqual([{ id: push.id, notified: 200 }]);
});

test('a push counts only people whose passes are of the present pass type', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  const { id } = await makeCoupon(app.database, client.owner);
  await makeSavedPasses(app.database, client.owner, id);
  await connectApple(app.database, client.owner, { passType: 'pass.example.other' });

  expect((await sendToCoupon(client, id)).codes).toEqual(['NO_WALLET_HOLDERS']);
});

test('a push to named users reaches their devices only', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  const [ada, bob] = [
    await makeUser(app.database, client.owner, { card }),
    await makeUser(app.database, client.owner, { card }),
  ];
  await untilFollowed(app.database);
  const [hers = ''] = await makeSavedPasses(app.database, client.owner, card.id, { user: ada });
  const [his = ''] = await makeSavedPasses(app.database, client.owner, card.id, { user: bob });

  const send = `mutation ($input: SendLoyaltyPushInput!) { sendLoyaltyPush(input: $input) { ${pushOf} } }`;
  const { data } = await client.graphql(send, { input: { card: card.id, message: 'Hello Ada', users: [ada.id] } });
  await untilDone(app.database, data.sendLoyaltyPush.push.jobId);
  expect([timesNotified(hers), timesNotified(his)]).toEqual([1, 0]);
  const passes = await app.database.rows(
    'SELECT w.user_id AS id, w.message AS message FROM wallet_passes w WHERE w.campaign_id = ?',
    [card.id],
  );
  expect(passes).toEqual(
    expect.arrayContaining([
      { id: ada.id, message: 'Hello Ada\u200b' },
      { id: bob.id, message: null },
    ]),
  );
});

test('a phone is told when its session is claimed, and when the coupon changes', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner, { perSecond: 10_000 });
  const { couponId: coupon, session } = await makeSession(app.database, client.owner);
  await untilFollowed(app.database);
  const [token = ''] = await makeSavedPasses(app.database, client.owner, coupon, { session });
  const [other = ''] = await makeSavedPasses(app.database, client.owner, coupon);

  await client.rest('/v3/couponsession/update', { couponsession: session, operation: 'claim' });
  await expect.poll(() => timesNotified(token)).toBe(1);
  expect(timesNotified(other)).toBe(0);
  await client.rest('/v3/coupon/status', { campaign: coupon, status: 'example' });
  await expect.poll(() => [timesNotified(token), timesNotified(other)]).toEqual([2, 1]);
});

test('the same message again is a different text on the passes', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  const { id } = await makeCoupon(app.database, client.owner);
  await makeSavedPasses(app.database, client.owner, id);
  const shown = async () => {
    const [row] = await app.database.rows<{ message: string }>(
      'SELECT c.message AS message FROM wallet_campaigns c WHERE c.campaign_id = ?',
      [id],
    );
    return row?.message;
  };

  const texts = [];
  for (const _ of [1, 2, 3]) {
    await sendToCoupon(client, id);
    texts.push(await shown());
  }
  expect(texts).toEqual(['Fresh rye', 'Fresh rye\u2060', 'Fresh rye']);
});

test('a push records an event', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  const { id } = await makeCoupon(app.database, client.owner);
  await makeSavedPasses(app.database, client.owner, id);
  const { push } = await sendToCoupon(client, id);
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  await makeSavedPasses(app.database, client.owner, card.id, {
    user: await makeUser(app.database, client.owner, { card }),
  });
  await client.rest('/v3/loyalty/pushnotification/list', { loyaltycard: card.id, message: 'Fresh spelt' });

  const events = await eventsOf(app.database, { accountId: client.owner.account.id });
  const sent = events.filter(({ type }) => type.endsWith('push_sent'));
  expect(sent.map(({ kind, type, campaignId }) => [kind, type, campaignId])).toEqual([
    ['COUPON_EDIT', 'coupon_push_sent', id],
    ['WALLET_LOYALTY', 'loyalty_push_sent', card.id],
  ]);
  expect(sent[0]?.data).toMatchObject({ id: push.id, message: 'Fresh rye', recipients: 1 });
});

test('a device whose token has ended is dropped, unless it registered since', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  const { id } = await makeCoupon(app.database, client.owner);
  const [ended = '', back = ''] = await makeSavedPasses(app.database, client.owner, id, { amount: 2 });
  const gone = { status: 410, reason: 'Unregistered' };
  server.behaves.set(ended, { ...gone, timestamp: Date.now() + 60_000 });
  server.behaves.set(back, { ...gone, timestamp: Date.now() - 60_000 });

  const { push } = await sendToCoupon(client, id);
  await untilDone(app.database, push.jobId);
  expect(await found(client, push.id)).toEqual({ notified: 0, failed: 2 });
  const left = await app.database.rows(
    'SELECT d.push_token AS token FROM wallet_devices d WHERE d.push_token IN (?, ?)',
    [ended, back],
  );
  expect(left).toEqual([{ token: back }]);
  expect((await sendToCoupon(client, id)).recipients).toBe(1);
});

test('a device that Apple could not tell is told later', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  const { id } = await makeCoupon(app.database, client.owner);
  const [busy = '', lost = ''] = await makeSavedPasses(app.database, client.owner, id, { amount: 2 });
  server.behaves.set(busy, { status: 429, reason: 'TooManyRequests', times: 1 });
  server.behaves.set(lost, { does: 'reset', times: 1 });

  const { push } = await sendToCoupon(client, id);
  await untilDone(app.database, push.jobId);
  expect(await found(client, push.id)).toEqual({ notified: 2, failed: 0 });
});

test('a certificate that Apple does not accept pauses the integration until it is replaced', async () => {
  const client = await app.client();
  const wrong = { certificate: certificate.cert, privateKey: certificate.key, intermediate: '' };
  await connectApple(app.database, client.owner, { settings: wrong });
  const { id } = await makeCoupon(app.database, client.owner);
  const tokens = await makeSavedPasses(app.database, client.owner, id, { amount: 5 });
  const { push } = await sendToCoupon(client, id);
  const notices = async () => (await client.graphql('{ viewer { notices { type message } } }')).data.viewer.notices;

  await expect.poll(notices).toEqual([{ type: 'WALLET_PAUSED', message: expect.stringContaining('BadCertificate') }]);
  expect((await sendToCoupon(client, id)).codes).toEqual(['WALLET_REFUSED']);
  expect(tokens.map(timesNotified)).toEqual(tokens.map(() => 0));
  await connectApple(app.database, client.owner);
  await expect.poll(() => found(client, push.id)).toEqual({ notified: 5, failed: 0 });
});

test('a paused job tells nobody, and a cancelled one nobody any more', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner, { perSecond: 1 });
  const { id } = await makeCoupon(app.database, client.owner);
  const tokens = await makeSavedPasses(app.database, client.owner, id, { amount: 50 });
  const { push } = await sendToCoupon(client, id);
  const change = (mutation: string) =>
    client.graphql(`mutation ($id: ID!) { ${mutation}(input: { id: $id }) { status } }`, { id: push.jobId });
  const notifiedInAll = () => tokens.filter((token) => timesNotified(token) > 0).length;

  await expect.poll(notifiedInAll).toBeGreaterThan(0);
  await change('pauseJob');
  const due = () =>
    app.database.rows(
      'SELECT t.number AS number FROM wallet_notifications t WHERE t.push_id = ? AND t.due_at IS NOT NULL',
      [push.id],
    );
  await expect.poll(async () => (await due()).length).toBe(0);
  await change('resumeJob');
  const atResume = notifiedInAll();
  await expect.poll(notifiedInAll).toBeGreaterThan(atResume);
  await change('cancelJob');
  expect(await statusOfJob(client, push.jobId)).toBe('CANCELLED');
  await expect
    .poll(() =>
      app.database.rows('SELECT t.number AS number FROM wallet_notifications t WHERE t.push_id = ?', [push.id]),
    )
    .toEqual([]);
  expect(notifiedInAll()).toBeLessThan(50);
});
