import { expect, test } from 'vitest';
import { now } from '../../../src/kernel/values/instant.ts';
import type { Outgoing, OutgoingEmail, Verdict } from '../../../src/messaging/platform/platform.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { untilDone } from '../../support/jobs.ts';
import { makeCoupon, makeIntegration } from '../../support/make.ts';
import { makeContacts, makeGroup } from '../../support/make-contacts.ts';
import { sent, TestPlatforms } from '../test-platforms.ts';

const platforms = new TestPlatforms();
const app = useAppWithBackground({}, { openPlatform: platforms.open });
const refused = { outcome: 'REFUSED', reason: 'No such mailbox.' } as const;

const retry = (client: Client, input: object) =>
  client.graphql(
    'mutation ($input: RetryMessagesInput!) { job: retryMessages(input: $input) { id status requested created } }',
    { input },
  );

const find = async (client: Client, id: string) =>
  (
    await client.graphql(
      'query ($id: ID!) { job(id: $id) { status requested created queued sent failed unknown sending { groupId } } }',
      { id },
    )
  ).data.job;

/** Refuses each message for another reason, because a send of which most are refused alike is paused. */
const refusedEach = ({ to }: Outgoing): Verdict => {
  const { address } = to as OutgoingEmail['to'];
  return {
    outcome: 'REFUSED',
    reason: `No mailbox ${address.replace(/@.*/, '').replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`,
  };
};

/** Sends a coupon to a group of this size through a platform that refuses all of it. */
async function failedSend(contacts: number) {
  const client = await app.client();
  const settings = { from: 'mail@bakery.example' } as never;
  await makeIntegration(app.database, client.owner, { channel: 'EMAIL_SERVICE', provider: 'SMTP', settings });
  const coupon = await makeCoupon(app.database, client.owner);
  const group = await makeGroup(app.database, client.owner);
  await makeContacts(app.database, group, contacts);
  platforms.answer(client.owner.account, contacts > 3 ? refusedEach : refused);
  const { data } = await client.graphql(
    'mutation ($input: SendToGroupInput!) { job: sendToGroup(input: $input) { id } }',
    { input: { group: group.id, campaign: coupon.id } },
  );
  await untilDone(app.database, data.job.id);
  return { client, coupon, job: data.job.id as string };
}

const receipts = (coupon: string) =>
  app.database.rows('SELECT 1 FROM coupon_receipts r WHERE r.coupon_id = ?', [coupon]);

test('all failed messages of a job are sent again, and only those', async () => {
  const { client, coupon, job } = await failedSend(250);
  expect(await find(client, job)).toMatchObject({ failed: 250 });
  expect(await receipts(coupon.id)).toHaveLength(0);
  platforms.answer(client.owner.account, sent);

  const { data, codes } = await retry(client, { job });

  expect([codes, data.job.requested]).toEqual([[], 250]);
  await untilDone(app.database, data.job.id);
  expect(await find(client, data.job.id)).toMatchObject({ created: 250, sending: null });
  await expect.poll(async () => (await find(client, job)).sent, { interval: 50 }).toBe(250);
  expect(await receipts(coupon.id)).toHaveLength(250);
  expect((await retry(client, { job })).codes).toEqual(['MESSAGE_NOT_RETRIABLE']);
});

test('a retry queues few messages ahead, lets urgent ones overtake, and stops when it is cancelled', async () => {
  const { client, job } = await failedSend(350);
  const verdict = Promise.withResolvers<Verdict>();
  platforms.answer(client.owner.account, () => verdict.promise);

  const { data } = await retry(client, { job });
  const waiting = () =>
    app.database.rows<{ urgent: number }>(
      `SELECT m.urgent AS urgent FROM messages m WHERE m.job_id = ? AND m.status IN ('QUEUED', 'SENDING')`,
      [job],
    );
  await expect.poll(async () => (await waiting()).length, { interval: 50 }).toBe(200);
  expect((await waiting()).filter(({ urgent }) => urgent)).toEqual([]);
  await client.graphql('mutation ($id: ID!) { cancelJob(input: { id: $id }) { id } }', { id: data.job.id });
  verdict.resolve(sent);

  await expect.poll(async () => (await find(client, job)).sent, { interval: 50 }).toBe(200);
  expect(await find(client, job)).toMatchObject({ status: 'DONE', queued: 0, failed: 150 });
});

test('messages of a cancelled job that are sent again may be deferred', async () => {
  const { client, job } = await failedSend(2);
  await app.database.transaction((transaction) =>
    transaction.change(`UPDATE jobs SET status = 'CANCELLED', finished_at = ? WHERE id = ?`, [now(), job]),
  );
  platforms.answer(client.owner.account, { outcome: 'DEFERRED', reason: 'Mailbox full.', ofRecipient: true });

  await retry(client, { job });

  const deferred = () =>
    app.database.rows(
      `SELECT m.status AS status FROM messages m WHERE m.job_id = ? AND m.reason = 'Mailbox full.' AND m.failures = 1`,
      [job],
    );
  await expect.poll(deferred, { interval: 50 }).toEqual([{ status: 'QUEUED' }, { status: 'QUEUED' }]);
});

test('failures of a job are counted by reason', async () => {
  const { client, job } = await failedSend(3);
  await app.database.transaction((transaction) =>
    transaction.change(
      `UPDATE messages SET reason = '<b>Full</b>' WHERE job_id = ? AND address = 'contact1@example.com'`,
      [job],
    ),
  );
  const failures = (by: Client) =>
    by.graphql('query ($job: ID!) { messageFailures(job: $job) { reason messages } }', { job });
  expect((await failures(client)).data.messageFailures).toEqual([
    { reason: 'No such mailbox.', messages: 2 },
    { reason: '<b>Full</b>', messages: 1 },
  ]);
  expect((await failures(await app.client())).codes).toEqual(['JOB_NOT_FOUND']);
});

test('messages that fail again stay failed, and messages of removed sessions are left out', async () => {
  const { client, job } = await failedSend(3);
  const [message] = await app.database.rows<{ session: string }>(
    'SELECT m.session AS session FROM messages m WHERE m.job_id = ? ORDER BY m.number',
    [job],
  );
  await app.database.transaction((transaction) =>
    transaction.change('DELETE FROM coupon_sessions WHERE session = ?', [message?.session ?? '']),
  );
  const { data } = await retry(client, { job });
  await untilDone(app.database, data.job.id);
  expect(await find(client, data.job.id)).toMatchObject({ requested: 3, created: 2 });
  await expect.poll(async () => (await find(client, job)).failed, { interval: 50 }).toBe(3);
  expect(platforms.of(client.owner.account)).toHaveLength(5);
});

test('messages with an unknown outcome are sent again only if asked', async () => {
  const { client, job } = await failedSend(2);
  await app.database.transaction((transaction) =>
    transaction.change(`UPDATE messages SET status = 'UNKNOWN' WHERE job_id = ?`, [job]),
  );
  expect((await retry(client, { job })).codes).toEqual(['MESSAGE_NOT_RETRIABLE']);
  platforms.answer(client.owner.account, sent);
  const { data } = await retry(client, { job, unknown: true });
  await untilDone(app.database, data.job.id);
  await expect.poll(async () => (await find(client, job)).sent, { interval: 50 }).toBe(2);
});

test('a retry needs the scope SEND and a job of the account', async () => {
  const { client, job } = await failedSend(1);
  expect((await retry(await app.client(), { job })).codes).toEqual(['JOB_NOT_FOUND']);
  const reader = await app.client({ account: client.owner.account, scopes: ['WRITE'] });
  expect((await retry(reader, { job })).codes).toEqual(['FORBIDDEN']);
});
