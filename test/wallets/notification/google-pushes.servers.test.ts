import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPush } from '../../../src/wallets/notification/push-job.ts';
import { ApnsServer } from '../../support/apns-server.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { GoogleServer } from '../../support/google-server.ts';
import { untilDone } from '../../support/jobs.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { classPath, makeGooglePasses } from '../../support/make-google.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { connectApple, connectGoogle } from '../../support/make-passes.ts';
import { endPause, makeSavedPasses } from '../../support/make-wallets.ts';
import { trustCertificate } from '../../support/trust.ts';

trustCertificate();
const apns = { host: '127.0.0.1', port: 0 };
const app = useAppWithBackground({}, { apns });
let google: GoogleServer;
let apple: ApnsServer;
let client: Client;

beforeAll(async () => {
  [google, apple] = [await GoogleServer.start(), await ApnsServer.start()];
  apns.port = apple.port;
});
afterAll(() => {
  google.stop();
  apple.stop();
});
beforeEach(async () => {
  client = await app.client();
});

const sent = 'recipients push { id jobId }';

async function sendToCoupon(coupon: string, message = 'Fresh rye') {
  const send = `mutation ($input: SendCouponPushInput!) { push: sendCouponPush(input: $input) { ${sent} } }`;
  const { data, codes } = await client.graphql(send, { input: { coupon, message } });
  return { ...data?.push, codes };
}

async function found(id: string) {
  const { data } = await client.graphql('query ($id: ID!) { push(id: $id) { notified failed unnotified } }', { id });
  return data.push;
}

async function sendAndWait(coupon: string, message?: string): Promise<string> {
  const { push, codes } = await sendToCoupon(coupon, message);
  expect(codes).toEqual([]);
  await untilDone(app.database, push.jobId);
  return push.id;
}

const messagesOn = (path: string) => google.kept.get(path)?.messages ?? [];
const calls = (path: string) => google.calls.filter((call) => call.path === path).length;

async function couponInGoogle(amount = 1) {
  const { id: lane } = await connectGoogle(app.database, client.owner, google);
  const { id } = await makeCoupon(app.database, client.owner);
  const paths = await makeGooglePasses(app.database, client.owner, google, id, { amount });
  return { lane, id, paths, shared: classPath(google, id) };
}

test('a push to all is one message on the class, which ends after a day', async () => {
  const { id, paths, shared } = await couponInGoogle(30);

  const { recipients, push } = await sendToCoupon(id);
  expect(recipients).toBe(30);
  await untilDone(app.database, push.jobId);
  const [message, ...others] = messagesOn(shared);
  expect(message).toMatchObject({ id: push.id, body: 'Fresh rye', messageType: 'TEXT_AND_NOTIFY' });
  expect(Date.parse(message?.displayInterval?.end.date ?? '') - Date.now()).toBeLessThanOrEqual(24 * 3600 * 1000);
  expect([others, paths.flatMap(messagesOn)]).toEqual([[], []]);
  expect(await found(push.id)).toEqual({ notified: 30, failed: 0, unnotified: 0 });
});

test('the same message again shows again, and is silent once Google notifies no more', async () => {
  const { id, shared } = await couponInGoogle(2);

  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push(await sendAndWait(id));
  expect(messagesOn(shared).map(({ id, body, messageType }) => [id, body, messageType])).toEqual(
    ids.map((each, index) => [each, 'Fresh rye', index < 3 ? 'TEXT_AND_NOTIFY' : 'TEXT']),
  );
  expect([await found(ids[2] ?? ''), await found(ids[3] ?? '')]).toEqual([
    { notified: 2, failed: 0, unnotified: 0 },
    { notified: 2, failed: 0, unnotified: 2 },
  ]);
});

test('the eleventh message takes the place of the others', async () => {
  const { id, shared } = await couponInGoogle();
  await sendAndWait(id, 'Message 0');
  const [first] = messagesOn(shared);
  // As after ten messages. Ten pushes would take longer, and one that is repeated after a failure counts twice.
  Object.assign(google.kept.get(shared) ?? {}, { messages: Array(10).fill(first) });
  await sendAndWait(id, 'Message 10');

  expect(messagesOn(shared).map(({ body }) => body)).toEqual(['Message 10']);
});

test('a push to named users is a message on their objects', async () => {
  await connectGoogle(app.database, client.owner, google);
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  const [ada, bob] = [
    await makeUser(app.database, client.owner, { card }),
    await makeUser(app.database, client.owner, { card }),
  ];
  const [hers = ''] = await makeGooglePasses(app.database, client.owner, google, card.id, { users: [ada] });
  const [his = ''] = await makeGooglePasses(app.database, client.owner, google, card.id, { users: [bob] });

  const path = `/v4/loyalty/loyalty-cards/${card.id}/push-notifications`;
  const { body } = await client.rest(path, { message: 'Hello Ada', recipient_stat_ids: [ada.id] });
  expect(body).toMatchObject({ message: 'Hello Ada', total_recipients: 1 });
  await expect.poll(() => messagesOn(hers).map(({ body }) => body)).toEqual(['Hello Ada']);
  expect([messagesOn(his), messagesOn(classPath(google, card.id))]).toEqual([[], []]);

  const { body: all } = await client.rest('/v3/loyalty/pushnotification/list', { loyaltycard: card.id, message: 'Hi' });
  expect(all.total_recipients).toBe(2);
  await expect.poll(() => messagesOn(classPath(google, card.id)).map(({ body }) => body)).toEqual(['Hi']);
});

test('a push reaches both wallets, and counts everybody once', async () => {
  const { id, shared } = await couponInGoogle(3);
  await connectApple(app.database, client.owner);
  const { session } = await makeSession(app.database, client.owner);
  await makeGooglePasses(app.database, client.owner, google, id, { session });
  const tokens = [
    ...(await makeSavedPasses(app.database, client.owner, id, { session })),
    ...(await makeSavedPasses(app.database, client.owner, id, { amount: 2 })),
  ];

  const { body } = await client.rest('/v3/coupon/pushnotification/list', { campaign: id, message: 'Both' });
  expect(body.total_recipients).toBe(6);
  await expect.poll(() => messagesOn(shared).map(({ body }) => body)).toEqual(['Both']);
  await expect.poll(() => tokens.map((token) => apple.tokens.includes(token))).toEqual([true, true, true]);
  const [push] = (await client.graphql('{ pushes { nodes { id } } }')).data.pushes.nodes;
  await expect.poll(() => found(push.id)).toEqual({ notified: 7, failed: 0, unnotified: 0 });
});

test('nobody with a pass, and no wallet at all', async () => {
  const { id } = await makeCoupon(app.database, client.owner);
  expect((await sendToCoupon(id)).codes).toEqual(['WALLET_REFUSED']);
  await connectGoogle(app.database, client.owner, google);
  expect((await sendToCoupon(id)).codes).toEqual(['NO_WALLET_HOLDERS']);
});

test('a wallet that refuses does not stop the other, and gets its message when it is connected again', async () => {
  const { id, shared } = await couponInGoogle();
  google.behaves.set(`${shared}/addMessage`, { status: 403, error: { errors: [{ reason: 'forbidden' }] } });
  const { push } = await sendToCoupon(id);
  const notices = async () => (await client.graphql('{ viewer { notices { type } } }')).data.viewer.notices;
  await expect.poll(notices).toEqual([{ type: 'WALLET_PAUSED' }]);
  expect((await sendToCoupon(id)).codes).toEqual(['WALLET_REFUSED']);

  await connectApple(app.database, client.owner);
  const [token = ''] = await makeSavedPasses(app.database, client.owner, id);
  const second = await sendToCoupon(id, 'Fresh spelt');
  await expect.poll(() => apple.tokens.includes(token)).toBe(true);
  google.behaves.delete(`${shared}/addMessage`);
  await connectGoogle(app.database, client.owner, google);
  await sendAndWait(id, 'Fresh oats');
  await untilDone(app.database, push.jobId);
  await untilDone(app.database, second.push.jobId);
  expect(
    messagesOn(shared)
      .map(({ body }) => body)
      .toSorted(),
  ).toEqual(['Fresh oats', 'Fresh rye', 'Fresh spelt']);
  expect([await found(push.id), await found(second.push.id)]).toEqual([
    { notified: 1, failed: 0, unnotified: 0 },
    { notified: 2, failed: 0, unnotified: 0 },
  ]);
});

test('what Google refuses or does not know counts as failed', async () => {
  const { id, shared } = await couponInGoogle(3);
  google.behaves.set(`${shared}/addMessage`, { status: 400 });
  const refused = await sendAndWait(id);
  google.behaves.delete(`${shared}/addMessage`);
  google.kept.delete(shared);
  const unknown = await sendAndWait(id);

  expect([await found(refused), await found(unknown)]).toEqual([
    { notified: 0, failed: 3, unnotified: 0 },
    { notified: 0, failed: 3, unnotified: 0 },
  ]);
});

test('a message that Google could not take is sent again with the same id', async () => {
  const { lane, id, shared } = await couponInGoogle();
  google.behaves.set(`${shared}/addMessage`, { status: 503, times: 1 });

  const { push } = await sendToCoupon(id);
  await endPause(app.database, lane);
  await untilDone(app.database, push.jobId);
  expect(messagesOn(shared).map(({ id }) => id)).toEqual([push.id]);
  expect(await found(push.id)).toEqual({ notified: 1, failed: 0, unnotified: 0 });
});

test('a paused job sends no message, and a cancelled one none any more', async () => {
  const { lane, id, shared } = await couponInGoogle();
  // The rate has no slot for some time.
  await app.database.transaction((transaction) =>
    transaction.change(
      `INSERT INTO wallet_lanes (id, account_id, next_slot_at) VALUES (?, ?, '2090-01-01 00:00:00.000')`,
      [lane, client.owner.account.id],
    ),
  );
  const go = () =>
    app.database.transaction((transaction) =>
      transaction.change(
        `UPDATE wallet_lanes SET next_slot_at = NULL, next_due_at = '2026-01-01 00:00:00.000' WHERE id = ?`,
        [lane],
      ),
    );
  const change = (mutation: string, job: string) =>
    client.graphql(`mutation ($id: ID!) { ${mutation}(input: { id: $id }) { status } }`, { id: job });
  const waiting = () =>
    app.database.rows('SELECT t.push_id AS push FROM wallet_notifications t WHERE t.lane_id = ? ORDER BY t.number', [
      lane,
    ]);
  const [paused, cancelled] = [await sendToCoupon(id, 'Later'), await sendToCoupon(id, 'Never')];
  await expect.poll(async () => (await waiting()).length).toBe(2);

  await change('pauseJob', paused.push.jobId);
  await change('cancelJob', cancelled.push.jobId);
  await expect.poll(waiting).toEqual([{ push: paused.push.id }]);
  await go();
  await sendAndWait(id, 'Now');
  expect(messagesOn(shared).map(({ body }) => body)).toEqual(['Now']);
  await change('resumeJob', paused.push.jobId);
  await untilDone(app.database, paused.push.jobId);
  expect(messagesOn(shared).map(({ body }) => body)).toEqual(['Now', 'Later']);
});

test('a message to users who have removed their pass is not sent', async () => {
  await connectGoogle(app.database, client.owner, google);
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  const user = await makeUser(app.database, client.owner, { card });
  const [path = ''] = await makeGooglePasses(app.database, client.owner, google, card.id, { users: [user] });
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE wallet_passes SET removed_at = saved_at WHERE member = ?', [user.number]),
  );

  const audience = { accountId: client.owner.account.id, campaignId: card.id, members: [user.number] };
  const sending = app.database.transaction((transaction) => startPush(transaction, audience, 'Hello'));
  await expect(sending).rejects.toMatchObject({ code: 'NO_WALLET_HOLDERS' });
  expect(calls(`${path}/addMessage`)).toBe(0);
});
