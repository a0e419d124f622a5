import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Secrets } from '../../../src/kernel/security/secrets.ts';
import { now } from '../../../src/kernel/values/instant.ts';
import { connect } from '../../../src/messaging/integration/integration.ts';
import { noteReceipt } from '../../../src/messaging/message/coupon-receipt.ts';
import type { Verdict } from '../../../src/messaging/platform/platform.ts';
import { awaitVerdict } from '../../../src/messaging/send/letter.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { jump } from '../../support/clocks.ts';
import { eventsOf } from '../../support/events.ts';
import { appSecret, makeCoupon, makeIntegration, makeSession } from '../../support/make.ts';
import { makeDirectory } from '../../support/make-directories.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { letPass, messageOf, send, statusesOf } from '../../support/make-messages.ts';
import { sent, TestPlatforms } from '../test-platforms.ts';

const platforms = new TestPlatforms();
const app = useAppWithBackground({}, { openPlatform: platforms.open });

const refused: Verdict = { outcome: 'REFUSED', reason: 'No.' };
const deferred: Verdict = { outcome: 'DEFERRED', reason: 'Busy.' };
const verdictOf = (id: string) => awaitVerdict(app.database, id, 60_000);

const eventsOfMessages = async (accountId: string) =>
  (await eventsOf(app.database, { accountId })).filter(({ type }) => type.startsWith('message_'));

async function connected(given: Parameters<typeof makeIntegration>[2] = {}) {
  const client = await app.client();
  const { owner } = client;
  return { client, owner, account: owner.account, integration: await makeIntegration(app.database, owner, given) };
}

test('a deferred message goes out when it is due', async () => {
  const { account, integration } = await connected();
  platforms.answer(account, deferred, deferred, sent);
  const [id = ''] = await send(app.database, integration, ['ada@example.com']);

  for (const failures of [1, 2]) {
    await expect.poll(async () => (await messageOf(app.database, id)).failures).toBe(failures);
    await letPass(app.database, integration, 6 * 60_000);
  }

  expect(await verdictOf(id)).toMatchObject({ status: 'SENT', failures: 2, reason: null });
  expect((await eventsOfMessages(account.id)).map(({ type }) => type)).toEqual(['message_sent']);
});

test('a message that is deferred too often fails', async () => {
  const { account, integration } = await connected();
  platforms.answer(account, deferred);
  const [id = ''] = await send(app.database, integration, ['ada@example.com']);

  for (const failures of [1, 2, 3, 4, 5, 6]) {
    await expect.poll(async () => (await messageOf(app.database, id)).failures).toBe(failures);
    if (failures > 4) jump(60_000); // The platform rests after five failures in a row.
    await letPass(app.database, integration, 14 * 3600_000);
  }

  expect(await verdictOf(id)).toMatchObject({ status: 'FAILED', failures: 7, reason: 'Busy.' });
  expect(platforms.of(account)).toHaveLength(7);
});

test('a refused message fails and leaves nothing behind', async () => {
  const { client, account, integration, owner } = await connected();
  const coupon = await makeCoupon(app.database, owner);
  const { session } = await makeSession(app.database, owner, { coupon });
  platforms.answer(account, { ...refused, badAddress: true });
  const campaignId = coupon.id;
  const ids = await send(app.database, integration, ['Ada@example.com'], { campaignId, session, paid: true });
  const [id = ''] = ids;
  await app.database.transaction((transaction) =>
    noteReceipt(transaction, { couponId: campaignId, address: 'ada@example.com', messageId: id }),
  );

  expect(await verdictOf(id)).toMatchObject({ status: 'FAILED', reason: 'No.', dueAt: null });

  const { data } = await client.graphql('{ viewer { account { emailBalance } } optOuts { nodes { address reason } } }');
  expect(data.viewer.account.emailBalance).toBe(1);
  expect(data.optOuts.nodes).toEqual([{ address: 'ada@example.com', reason: 'BOUNCED' }]);
  expect(await app.database.rows('SELECT 1 FROM coupon_receipts WHERE coupon_id = ?', [campaignId])).toEqual([]);
  expect(await eventsOfMessages(account.id)).toMatchObject([
    { kind: 'COUPON', type: 'message_failed', campaignId, session, data: { id, status: 'FAILED', reason: 'No.' } },
  ]);
});

test('a recipient who has opted out at the platform is added to the opt-out list', async () => {
  const { client, account, integration } = await connected({ channel: 'SMS' });
  platforms.answer(account, { ...refused, optedOut: true });
  const [id = ''] = await send(app.database, integration, ['+491701234567']);
  expect(await verdictOf(id)).toMatchObject({ status: 'SUPPRESSED', reason: 'No.' });

  const { data } = await client.graphql('{ optOuts { nodes { address reason } } }');
  expect(data.optOuts.nodes).toEqual([{ address: '+491701234567', reason: 'STOP' }]);
});

test('a message with an unknown outcome stays unknown, and its cost is not refunded', async () => {
  const { client, account, integration } = await connected();
  platforms.answer(account, { outcome: 'UNKNOWN', reason: 'The line broke.' });
  const [id = ''] = await send(app.database, integration, ['ada@example.com'], { paid: true });

  expect(await verdictOf(id)).toMatchObject({ status: 'UNKNOWN', reason: 'The line broke.', dueAt: null });
  await letPass(app.database, integration, 24 * 3600_000);
  await sleep(500);

  expect(platforms.of(account)).toHaveLength(1);
  const { data } = await client.graphql('{ viewer { account { emailBalance } } }');
  expect(data.viewer.account.emailBalance).toBe(0);
  expect(await eventsOfMessages(account.id)).toMatchObject([{ type: 'message_failed', data: { status: 'UNKNOWN' } }]);
});

test.each([
  ['that a message was sent', sent, 'SENT'],
  ['that a message was refused', refused, 'FAILED'],
  ['that a message is deferred', deferred, 'UNKNOWN'],
] as const)('when a platform reports late %s, its status becomes or stays %s', async (_, verdict, status) => {
  const { account, integration } = await connected();
  const late = Promise.withResolvers<Verdict>();
  platforms.answer(account, () => late.promise);
  const [id = ''] = await send(app.database, integration, ['ada@example.com']);
  await expect.poll(() => platforms.of(account).length).toBe(1);

  await letPass(app.database, integration, 121_000);
  expect(await verdictOf(id)).toMatchObject({ status: 'UNKNOWN' });
  late.resolve(verdict);

  await sleep(status === 'UNKNOWN' ? 500 : 0);
  await expect.poll(async () => (await messageOf(app.database, id)).status).toBe(status);
  expect(platforms.of(account)).toHaveLength(1);
});

test('a message that waits for a disconnected platform fails and says so', async () => {
  const { client, account, integration } = await connected();
  platforms.answer(account, deferred);
  const [id = ''] = await send(app.database, integration, ['ada@example.com']);
  await expect.poll(async () => (await messageOf(app.database, id)).failures).toBe(1);

  await client.graphql('mutation ($id: ID!) { disconnectIntegration(input: { id: $id }) { id } }', {
    id: integration.id,
  });
  await letPass(app.database, integration, 120_000);

  expect(await verdictOf(id)).toMatchObject({ status: 'FAILED', reason: expect.stringContaining('disconnected') });
});

test('any number of messages waiting for a disconnected platform fail soon', async () => {
  const { account, integration } = await connected({ perSecond: 1 });
  const many = Array.from({ length: 600 }, (_, index) => `user${index}@example.com`);
  await send(app.database, integration, many, { urgent: false });
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE integrations SET disconnected_at = ?, next_due_at = ? WHERE id = ?', [
      ...[now(), now(), integration.id],
    ]),
  );

  await expect.poll(async () => (await statusesOf(app.database, integration)).QUEUED ?? 0).toBeLessThanOrEqual(2);
  expect(platforms.of(account).length).toBeLessThanOrEqual(2);
});

test('new settings reopen the platform and close the old connection', async () => {
  const { account, integration } = await connected();
  const secrets = new Secrets(appSecret);
  await verdictOf((await send(app.database, integration, ['ada@example.com']))[0] ?? '');

  const again = await app.database.transaction((transaction) =>
    connect(transaction, secrets, account.id, { channel: 'EMAIL', provider: 'CAPTURE', settings: {}, perSecond: 50 }),
  );
  await verdictOf((await send(app.database, again, ['bob@example.com']))[0] ?? '');

  const opened = platforms.opened.filter(({ integration: { id } }) => id === integration.id);
  expect(opened.map(({ integration: { version }, closed }) => [version, closed])).toEqual([
    [1, true],
    [2, false],
  ]);
});

test('a platform with unreadable credentials is retried later', async () => {
  const { account, integration } = await connected();
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE integrations SET settings = ? WHERE id = ?', [
      new Secrets('another secret of the tests, long enough').seal('{}'),
      integration.id,
    ]),
  );
  const [id = ''] = await send(app.database, integration, ['ada@example.com']);

  await expect.poll(async () => (await messageOf(app.database, id)).failures).toBe(1);

  expect(await messageOf(app.database, id)).toMatchObject({
    status: 'QUEUED',
    reason: expect.stringMatching(/our side/),
  });
  expect(platforms.of(account)).toEqual([]);
});

test('a platform that breaks while it sends leaves the outcome unknown', async () => {
  const { account, integration } = await connected();
  platforms.answer(account, () => Promise.reject(new Error('broken')));
  const [id = ''] = await send(app.database, integration, ['ada@example.com']);

  expect(await verdictOf(id)).toMatchObject({ status: 'UNKNOWN' });
});

test('an email without a sender fails and says so', async () => {
  const { integration } = await connected();
  const [id = ''] = await send(app.database, integration, ['ada@example.com'], { sender: null });

  expect(await verdictOf(id)).toMatchObject({ status: 'FAILED', reason: expect.stringContaining('sender') });
});

test('messages with a waiting caller go before those of jobs', async () => {
  const { account, integration } = await connected({ perSecond: 20 });
  const many = Array.from({ length: 60 }, (_, index) => `user${index}@example.com`);
  await send(app.database, integration, many, { urgent: false });
  await expect.poll(() => platforms.of(account).length).toBeGreaterThan(2);

  const [id = ''] = await send(app.database, integration, ['ada@example.com']);
  await verdictOf(id);

  expect(platforms.of(account).length).toBeLessThan(50);
});

test('the worker keeps to the rate', async () => {
  const { account, integration } = await connected({ perSecond: 100 });
  const times: number[] = [];
  platforms.answer(account, () => {
    times.push(Date.now());
    return sent;
  });
  const began = Date.now();
  const many = Array.from({ length: 50 }, (_, index) => `user${index}@example.com`);
  await send(app.database, integration, many, { urgent: false });

  await expect.poll(() => times.length).toBe(50);
  expect(Number(times.at(-1)) - began).toBeGreaterThanOrEqual(480);
});

test('the worker backs off from a failing platform, while other platforms go on', async () => {
  const [failing, other] = [await connected(), await connected()];
  platforms.answer(failing.account, deferred);
  const many = Array.from({ length: 400 }, (_, index) => `user${index}@example.com`);
  await send(app.database, failing.integration, many, { urgent: false });
  await expect.poll(() => platforms.of(failing.account).length).toBeGreaterThanOrEqual(5);

  const [id = ''] = await send(app.database, other.integration, ['ada@example.com']);

  expect(await verdictOf(id)).toMatchObject({ status: 'SENT' });
  expect(platforms.of(failing.account).length).toBeLessThan(400);
});

test('an event has the kind of its campaign', async () => {
  const { client, account, integration, owner } = await connected();
  const directory = await makeDirectory(app.database, owner);
  const [web, wallet] = [
    await makeCard(app.database, owner),
    await makeCard(app.database, owner, { medium: 'WALLET' }),
  ];
  const coupon = await makeCoupon(app.database, owner);
  for (const { id: campaignId } of [directory, web, wallet, coupon])
    await verdictOf(
      (await send(app.database, integration, ['ada@example.com'], { campaignId, firstName: 'Ada' }))[0] ?? '',
    );

  const found = await eventsOfMessages(account.id);
  expect(found.map(({ kind, type }) => [kind, type])).toEqual([
    ['DIRECTORY_PAGE', 'message_sent'],
    ['WEB_LOYALTY', 'message_sent'],
    ['WALLET_LOYALTY', 'message_sent'],
    ['COUPON', 'message_sent'],
  ]);
  const document = `{ events(types: ["message_sent"], campaign: "${coupon.id}") { nodes { data } } }`;
  await expect.poll(async () => JSON.stringify((await client.graphql(document)).data)).toContain('"first_name":"Ada"');
});
