import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { countMessages } from '../../src/messaging/delivery/job-messages.ts';
import type { Message, MessageStatus } from '../../src/messaging/message/message.ts';
import { addOptOut } from '../../src/messaging/opt-out/opt-out.ts';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import { appSecret, makeCoupon, makeIntegration } from '../support/make.ts';
import { makeContacts, makeGroup } from '../support/make-contacts.ts';
import { Program } from '../support/processes.ts';

const app = useAppWithDatabaseOfItsOwn();
const amount = 3000;
const unwanted = 30;
/** The numbers of mails after which the test kills the worker. */
const kills = [300, 1000, 2000];

const startWorker = () =>
  new Program('worker.ts', [], {
    DATABASE_URL: app.databaseUrl,
    APP_SECRET: appSecret,
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    LOG_LEVEL: 'error',
  });

test(`when a worker that sends to ${amount} contacts is killed three times, each contact gets one session and at most one mail, and the totals add up`, async () => {
  const client = await app.client();
  const { database } = app;
  const sink = new Program(fileURLToPath(new URL('../support/mail-sink.ts', import.meta.url)));
  const port = Number(await sink.says(/^port (\d+)$/m));
  const settings = {
    host: '127.0.0.1',
    port,
    security: 'NONE',
    username: null,
    password: null,
    from: 'mail@bakery.example',
  } as const;
  await makeIntegration(database, client.owner, { channel: 'EMAIL_SERVICE', provider: 'SMTP', settings });
  const group = await makeGroup(database, client.owner);
  const contacts = await makeContacts(database, group, amount);
  const coupon = await makeCoupon(database, client.owner);
  const silent = contacts.filter((_, index) => index % (amount / unwanted) === 7).map(({ address }) => address);
  await database.transaction(async (transaction) => {
    for (const address of silent)
      await addOptOut(transaction, { accountId: group.accountId, channel: 'EMAIL', address, reason: 'REQUESTED' });
  });

  const { data } = await client.graphql(
    'mutation ($input: SendToGroupInput!) { job: sendToGroup(input: $input) { id requested } }',
    { input: { group: group.id, campaign: coupon.id } },
  );
  const { id } = data.job;
  const countOf = async () => (await countMessages(database, [id])).get(id) ?? new Map<MessageStatus, number>();
  let worker = startWorker();
  for (const mails of kills) {
    await expect.poll(async () => (await countOf()).get('SENT') ?? 0).toBeGreaterThanOrEqual(mails);
    await worker.stop('SIGKILL');
    await leasesEnd();
    worker = startWorker();
  }
  const find = async () =>
    (
      await client.graphql(
        'query ($id: ID!) { job(id: $id) { status requested created queued sent failed suppressed unknown cancelled } }',
        { id },
      )
    ).data.job;
  await expect.poll(async () => (await find()).status).toBe('DONE');
  const { code, errors } = await worker.stop();
  expect({ code, errors }).toEqual({ code: 0, errors: '' });

  const job = await find();
  const messages = await database.rows<Message>(
    'SELECT m.address AS address, m.session AS session, m.status AS status FROM messages m WHERE m.job_id = ?',
    [id],
  );
  const mails = [...sink.output.matchAll(/^mail (\S+) (\S+)$/gm)].map(
    ([, address, session]) => `${address} ${session}`,
  );
  const { unknown } = job;
  console.log(`killed ${kills.length} times: ${mails.length} mails, ${job.sent} sent, ${unknown} unknown`);

  expect(job).toEqual({
    ...{ status: 'DONE', requested: amount, created: amount },
    ...{ queued: 0, sent: amount - unwanted - unknown, failed: 0, suppressed: unwanted, unknown, cancelled: 0 },
  });
  expect(messages.map(({ address }) => address).toSorted()).toEqual(contacts.map(({ address }) => address).toSorted());
  const sessions = await database.rows<{ email: string; session: string }>(
    'SELECT s.email AS email, s.session AS session FROM coupon_sessions s WHERE s.coupon_id = ?',
    [coupon.id],
  );
  const reached = messages.filter(({ status }) => status !== 'SUPPRESSED');
  const named = (of: readonly { address: string; session: string | null }[]) =>
    of.map(({ address, session }) => `${address} ${session}`).toSorted();
  expect(named(sessions.map(({ email, session }) => ({ address: email, session })))).toEqual(named(reached));
  expect(new Set(mails).size).toBe(mails.length);
  const sent = new Set(named(reached.filter(({ status }) => status === 'SENT')));
  expect(mails.filter((mail) => sent.has(mail))).toHaveLength(sent.size);
  const unknownOnes = new Set(named(reached.filter(({ status }) => status === 'UNKNOWN')));
  expect(mails.filter((mail) => !sent.has(mail) && !unknownOnes.has(mail))).toEqual([]);
});

/** Makes the work of the killed worker due, as if its leases had ended. */
async function leasesEnd(): Promise<void> {
  const past = '2026-01-01 00:00:00.000';
  await app.database.transaction(async (transaction) => {
    await transaction.change('UPDATE messages SET due_at = ? WHERE due_at IS NOT NULL', [past]);
    await transaction.change('UPDATE integrations SET next_due_at = ?', [past]);
    await transaction.change(`UPDATE jobs SET due_at = ? WHERE status = 'RUNNING'`, [past]);
  });
}
