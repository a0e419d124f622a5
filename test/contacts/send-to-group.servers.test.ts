import { expect, test } from 'vitest';
import { addOptOut } from '../../src/messaging/opt-out/opt-out.ts';
import { sent, TestPlatforms } from '../messaging/test-platforms.ts';
import { useAppWithBackground } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { untilDone } from '../support/jobs.ts';
import { makeCoupon, makeIntegration } from '../support/make.ts';
import { makeContacts, makeGroup } from '../support/make-contacts.ts';

const platforms = new TestPlatforms();
const app = useAppWithBackground({}, { openPlatform: platforms.open });
const counts = 'queued sent delivered failed suppressed unknown cancelled';

const connected = async () => {
  const client = await app.client();
  const settings = {
    host: 'mail.example',
    port: 25,
    security: 'NONE',
    username: null,
    password: null,
    from: 'mail@bakery.example',
  } as const;
  await makeIntegration(app.database, client.owner, { channel: 'EMAIL_SERVICE', provider: 'SMTP', settings });
  await makeIntegration(app.database, client.owner, { channel: 'SMS_SERVICE' });
  return client;
};

const sendToGroup = (client: Client, input: object) =>
  client.graphql(
    `mutation ($input: SendToGroupInput!) { job: sendToGroup(input: $input) { id status requested created ${counts} } }`,
    { input },
  );

const find = async (client: Client, id: string) =>
  (await client.graphql(`query ($id: ID!) { job(id: $id) { status requested created ${counts} } }`, { id })).data.job;

const control = async (client: Client, operation: 'pauseJob' | 'resumeJob' | 'cancelJob', id: string) => {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input!`;
  const { data } = await client.graphql(`mutation ($input: ${type}) { job: ${operation}(input: $input) { status } }`, {
    input: { id },
  });
  return data.job.status;
};

test('every contact of the group except those who opted out gets a session and a message', async () => {
  const client = await connected();
  const { account } = client.owner;
  const coupon = await makeCoupon(app.database, client.owner, { emailBody: 'Hello [FIRSTNAME], [URL]' });
  const group = await makeGroup(app.database, client.owner);
  await makeContacts(app.database, group, [
    { address: 'Ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
    { address: 'gone@example.com' },
    { address: 'ben@example.com' },
  ]);
  const silent = { accountId: account.id, channel: 'EMAIL', address: 'gone@example.com', reason: 'REQUESTED' } as const;
  await app.database.transaction((transaction) => addOptOut(transaction, silent));

  const { data } = await sendToGroup(client, { group: group.id, campaign: coupon.id });
  expect(data.job.requested).toBe(3);
  await makeContacts(app.database, group, [{ address: 'late@example.com' }]);
  await untilDone(app.database, data.job.id);

  expect(await find(client, data.job.id)).toEqual({
    ...{ status: 'DONE', requested: 3, created: 3 },
    ...{ queued: 0, sent: 2, delivered: 0, failed: 0, suppressed: 1, unknown: 0, cancelled: 0 },
  });
  const received = platforms.of(account) as { to: { address: string }; text: string }[];
  expect(received.map(({ to }) => to.address).toSorted()).toEqual(['Ada@example.com', 'ben@example.com']);
  const sessions = await app.database.rows<Record<string, unknown>>(
    `SELECT s.session AS session, s.email AS email, s.first_name AS firstName, s.last_name AS lastName
     FROM coupon_sessions s WHERE s.coupon_id = ? ORDER BY s.sequence`,
    [coupon.id],
  );
  expect(sessions).toMatchObject([
    { email: 'Ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
    { email: 'ben@example.com', firstName: null },
  ]);
  const ada = received.find(({ to }) => to.address === 'Ada@example.com');
  expect(ada?.text).toContain(`Hello Ada, ${app.url}/p/${coupon.code}/${sessions[0]?.session}`);
  const events = await app.database.rows<{ type: string; amount: number }>(
    'SELECT e.type AS type, COUNT(*) AS amount FROM events e WHERE e.campaign_id = ? GROUP BY e.type ORDER BY e.type',
    [coupon.id],
  );
  expect(events.map(({ type, amount }) => [type, Number(amount)])).toEqual([
    ['coupon_batch_created', 1],
    ['message_failed', 1],
    ['message_sent', 2],
  ]);
});

test('a send counts as a receipt of the coupon, and its session can be found by the address', async () => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner);
  const group = await makeGroup(app.database, client.owner, { channel: 'SMS' });
  const [contact] = await makeContacts(app.database, group, 1);
  const { data } = await sendToGroup(client, {
    group: group.id,
    campaign: coupon.id,
    channel: 'SMS',
    body: 'Fresh: [URL]',
  });
  await untilDone(app.database, data.job.id);
  const [receipt] = await app.database.rows<{ address: string }>(
    'SELECT r.address AS address FROM coupon_receipts r WHERE r.coupon_id = ?',
    [coupon.id],
  );
  expect(receipt?.address).toBe(contact?.address);
  const create = 'mutation ($input: CreateSingleUseUrlInput!) { createSingleUseUrl(input: $input) { duplicate } }';
  const input = { coupon: coupon.id, phone: contact?.address, duplicateCheck: 'PHONE' };
  expect((await client.graphql(create, { input })).data.createSingleUseUrl).toEqual({ duplicate: true });
  const [message] = await app.database.rows<{ segments: number }>(
    'SELECT m.segments AS segments FROM messages m WHERE m.job_id = ?',
    [data.job.id],
  );
  expect(message?.segments).toBe(1);
});

test('a paused job sends no more messages until it is resumed', async () => {
  const client = await connected();
  const { account } = client.owner;
  const gate = Promise.withResolvers<typeof sent>();
  platforms.answer(account, () => gate.promise);
  const { group, coupon } = await groupOf(client, 2500);
  const { data } = await sendToGroup(client, { group, campaign: coupon });
  const { id } = data.job;
  await expect.poll(() => platforms.of(account).length).toBeGreaterThan(0);
  expect(await control(client, 'pauseJob', id)).toBe('PAUSED');
  expect(await control(client, 'pauseJob', id)).toBe('PAUSED');
  gate.resolve(sent);
  const isQuiet = async () => {
    const [row] = await app.database.rows<{ amount: number }>(
      `SELECT COUNT(*) AS amount FROM messages m WHERE m.job_id = ? AND m.status = 'SENDING'`,
      [id],
    );
    return Number(row?.amount);
  };
  await expect.poll(isQuiet).toBe(0);
  const before = platforms.of(account).length;
  const paused = await find(client, id);
  expect(paused.sent).toBe(before);
  expect(before).toBeLessThan(2500);
  const due = 'SELECT m.number AS number FROM messages m WHERE m.job_id = ? AND m.due_at IS NOT NULL';
  expect(await app.database.rows(due, [id]), 'no worker finds any').toEqual([]);

  expect(await control(client, 'resumeJob', id)).toBe('QUEUED');
  await untilDone(app.database, id);
  expect(await find(client, id)).toMatchObject({ created: 2500, sent: 2500, queued: 0 });
  expect(new Set(platforms.of(account).map(({ id: message }) => message)).size).toBe(2500);
  expect(await control(client, 'resumeJob', id)).toBe('DONE');
});

test('a message that is deferred while its job is paused waits too', async () => {
  const client = await connected();
  const { account } = client.owner;
  const gate = Promise.withResolvers<void>();
  const deferredBy = { outcome: 'DEFERRED', reason: 'Busy.', retryAfter: new Date(Date.now() + 300) } as const;
  platforms.answer(account, () => gate.promise.then(() => deferredBy), sent);
  const { group, coupon } = await groupOf(client, 1);
  const { data } = await sendToGroup(client, { group, campaign: coupon });
  const { id } = data.job;
  await expect.poll(() => platforms.of(account).length).toBe(1);
  await control(client, 'pauseJob', id);
  gate.resolve();
  const waits = async () => {
    const [message] = await app.database.rows<{ failures: number; dueAt: string | null }>(
      'SELECT m.failures AS failures, m.due_at AS dueAt FROM messages m WHERE m.job_id = ?',
      [id],
    );
    return message;
  };
  await expect.poll(waits).toEqual({ failures: 1, dueAt: null });
  await control(client, 'resumeJob', id);
  await untilDone(app.database, id);
  expect((await find(client, id)).sent).toBe(1);
});

test('a cancelled job, even a paused one, sends no more messages', async () => {
  const client = await connected();
  const { account } = client.owner;
  const gate = Promise.withResolvers<typeof sent>();
  platforms.answer(account, () => gate.promise);
  const { group, coupon } = await groupOf(client, 1500);
  const { data } = await sendToGroup(client, { group, campaign: coupon });
  const { id } = data.job;
  await expect.poll(async () => (await find(client, id)).created).toBe(1500);
  await expect.poll(() => platforms.of(account).length).toBeGreaterThan(0);
  await control(client, 'pauseJob', id);
  expect(await control(client, 'cancelJob', id)).toBe('CANCELLED');
  gate.resolve(sent);
  await expect.poll(async () => (await find(client, id)).queued).toBe(0);
  const over = await find(client, id);
  expect(over).toMatchObject({ status: 'CANCELLED', created: 1500 });
  expect(over.sent).toBe(platforms.of(account).length);
  expect(over.sent + over.cancelled).toBe(1500);
  expect(over.cancelled).toBeGreaterThan(0);
  const receipts = async () => {
    const rows = await app.database.rows('SELECT 1 FROM coupon_receipts r WHERE r.coupon_id = ?', [coupon]);
    return rows.length;
  };
  await expect.poll(receipts).toBe(over.sent);
});

test('sendToGroup refuses no sender, an SMS subject, unusable coupons, and groups and coupons of other accounts', async () => {
  const client = await connected();
  const { id: campaign } = await makeCoupon(app.database, client.owner);
  const email = await makeGroup(app.database, client.owner);
  const sms = await makeGroup(app.database, client.owner, { channel: 'SMS' });
  const stranger = await connected();
  const foreign = await makeCoupon(app.database, stranger.owner);
  const refused = async (input: object, by = client) => (await sendToGroup(by, input)).codes;
  expect(await refused({ group: sms.id, campaign, subject: 'Bread' })).toEqual(['INVALID_INPUT']);
  expect(await refused({ group: sms.id, campaign, body: 'x'.repeat(1001) })).toEqual(['INVALID_INPUT']);
  expect(await refused({ group: sms.id, campaign, channel: 'EMAIL' })).toEqual(['CONTACT_GROUP_NOT_FOUND']);
  expect(await refused({ group: email.id, campaign: foreign.id })).toEqual(['COUPON_NOT_FOUND']);
  expect(await refused({ group: email.id, campaign: foreign.id }, stranger)).toEqual(['CONTACT_GROUP_NOT_FOUND']);
  const unusable = [{ voided: true }, { locked: true }, { expiresAt: '2020-01-01 00:00:00.000' }];
  for (const facts of unusable) {
    const { id } = await makeCoupon(app.database, client.owner, facts);
    expect(await refused({ group: email.id, campaign: id })).toEqual(['EMAIL_NOT_SENT']);
    expect(await refused({ group: sms.id, campaign: id })).toEqual(['SMS_NOT_SENT']);
  }
  await makeIntegration(app.database, client.owner, { channel: 'EMAIL_SERVICE' });
  expect(await refused({ group: email.id, campaign })).toEqual(['EMAIL_NOT_SENT']);
  const writer = await app.client({ account: client.owner.account, scopes: ['WRITE'] });
  expect(await refused({ group: sms.id, campaign }, writer)).toEqual(['FORBIDDEN']);
});

async function groupOf(client: Client, amount: number): Promise<{ group: string; coupon: string }> {
  const group = await makeGroup(app.database, client.owner);
  await makeContacts(app.database, group, amount);
  const coupon = await makeCoupon(app.database, client.owner);
  return { group: group.id, coupon: coupon.id };
}

test('a message deferred after its job was cancelled is cancelled too, without a receipt of the coupon', async () => {
  const client = await connected();
  const { account } = client.owner;
  const gate = Promise.withResolvers<void>();
  platforms.answer(account, () => gate.promise.then(() => ({ outcome: 'DEFERRED', reason: 'Busy.' })));
  const { group, coupon } = await groupOf(client, 1);
  const { data } = await sendToGroup(client, { group, campaign: coupon });
  const { id } = data.job;
  await expect.poll(() => platforms.of(account).length).toBe(1);
  await control(client, 'cancelJob', id);
  const freeing = async () => {
    const jobs = await app.database.rows<{ status: string }>(
      `SELECT j.status AS status FROM jobs j WHERE j.kind = 'freeReceiptsOfCancelled' AND j.input LIKE ?`,
      [`%${id}%`],
    );
    return jobs.map(({ status }) => status);
  };
  await expect.poll(freeing).toEqual(['DONE']);
  gate.resolve();

  await expect.poll(async () => (await find(client, id)).cancelled).toBe(1);
  expect(await app.database.rows('SELECT 1 FROM coupon_receipts r WHERE r.coupon_id = ?', [coupon])).toEqual([]);
  expect(
    await app.database.rows(
      'SELECT m.reason AS reason, m.finished_at IS NULL AS isOpen FROM messages m WHERE m.job_id = ?',
      [id],
    ),
  ).toEqual([{ reason: 'The job was cancelled.', isOpen: 0 }]);
});
