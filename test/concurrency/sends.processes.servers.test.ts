import { beforeAll, expect, test } from 'vitest';
import { addEmails } from '../../src/accounts/account/email-balance.ts';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import { Client } from '../support/client.ts';
import { appSecret, makeAccount, makeCoupon, makeIntegration } from '../support/make.ts';
import { makeDirectory } from '../support/make-directories.ts';
import { type RunningServer, startServer } from '../support/processes.ts';
import { MailServer } from '../support/smtp-server.ts';
import { atOnce, tally } from './calls.ts';

const app = useAppWithDatabaseOfItsOwn();
let servers: [RunningServer, RunningServer];

beforeAll(async () => {
  const env = { APP_SECRET: appSecret, ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', LOG_LEVEL: 'silent' };
  servers = await Promise.all([startServer(app.databaseUrl, env), startServer(app.databaseUrl, env)]);
  return () => Promise.all(servers.map(({ program }) => program.stop()));
});

/** Starts a mail server and connects a new account with it. Returns a client of each process. */
async function connected(): Promise<{ mails: MailServer; clients: [Client, Client] }> {
  const mails = await MailServer.startForTest();
  const owner = await makeAccount(app.database);
  const settings = { username: null, password: null, from: 'mail@bakery.example', ...mails.settings };
  await makeIntegration(app.database, owner, { provider: 'SMTP', settings });
  const [one, other] = servers;
  return { mails, clients: [new Client(one.url, owner).patient(), new Client(other.url, owner).patient()] };
}

interface Answered {
  outcome: string;
  message: string;
  session: string;
}

async function sendCoupon(
  client: Client,
  door: 'rest' | 'graphql',
  campaign: string,
  email: string,
  headers: Record<string, string> = {},
): Promise<Answered> {
  if (door === 'rest') {
    const { body, codes } = await client.rest('/v3/send/email', { campaign, email, check_unique: '1' }, headers);
    return { outcome: body.action ?? codes.join(), message: body.message_id, session: body.single_use_code };
  }
  const { data, codes } = await client.graphql(
    `mutation ($input: SendCouponEmailInput!) {
      sent: sendCouponEmail(input: $input) { message { id } session { session } duplicate } }`,
    { input: { coupon: campaign, email, checkUnique: true } },
    headers,
  );
  if (!data) return { outcome: codes.join(), message: '', session: '' };
  const outcome = data.sent.duplicate ? 'email_not_sent_duplicate' : 'email_sent';
  return { outcome, message: data.sent.message.id, session: data.sent.session.session };
}

function amountOf(table: string, column: string, value: string): Promise<number> {
  return app.database.rows(`SELECT 1 FROM ${table} WHERE ${column} = ?`, [value]).then(({ length }) => length);
}

test('of 200 simultaneous sends with check_unique to one address, one is sent, and all return its message', async () => {
  const { mails, clients } = await connected();
  const { id } = await makeCoupon(app.database, clients[0].owner);

  const answers = await atOnce(200, clients, (client, door, index) =>
    sendCoupon(client, door, id, index % 3 === 0 ? 'ADA@Example.com' : 'ada@example.com'),
  );

  expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ email_sent: 1, email_not_sent_duplicate: 199 });
  expect(new Set(answers.map(({ message, session }) => `${message} ${session}`)).size).toBe(1);
  expect(mails.mails).toHaveLength(1);
  expect(await amountOf('messages', 'campaign_id', id)).toBe(1);
  expect(await amountOf('coupon_sessions', 'coupon_id', id)).toBe(1);
});

test('of 60 simultaneous sends with one Idempotency-Key for each of 3 addresses, 3 are sent', async () => {
  const { mails, clients } = await connected();
  const { id } = await makeCoupon(app.database, clients[0].owner);

  const answers = await atOnce(60, clients, (client, _, index) => {
    const email = `user${index % 3}@example.com`;
    const fields = { campaign: id, email };
    return client.rest('/v3/send/email', fields, { 'Idempotency-Key': email });
  });

  const outcomes = tally(answers.map(({ body, codes }) => body.action ?? codes.join()));
  expect(Object.keys(outcomes).filter((outcome) => outcome !== 'email_sent' && outcome !== '1012')).toEqual([]);
  expect(mails.mails.flatMap(({ to }) => to).sort()).toEqual([0, 1, 2].map((number) => `user${number}@example.com`));
  expect(await amountOf('coupon_sessions', 'coupon_id', id)).toBe(3);
});

/** Sends a directory to many addresses at once, and returns the outcome of each send. */
function sendDirectories(amount: number, clients: [Client, Client], directory: string, name: string) {
  return atOnce(amount, clients, async (client, door, index) => {
    const email = `${name}${index}@example.com`;
    if (door === 'rest') {
      const { codes } = await client.rest(`/v4/directory/${directory}/send/email`, { email });
      return codes.join() || 'success';
    }
    const { codes } = await client.graphql(
      'mutation ($input: SendDirectoryEmailInput!) { sendDirectoryEmail(input: $input) { duplicate } }',
      { input: { directory, email } },
    );
    return { EMAIL_BALANCE_EMPTY: '105', EMAIL_NOT_SENT: '604' }[codes.join()] ?? (codes.join() || 'success');
  });
}

async function balanceOf(client: Client): Promise<number> {
  return (await client.graphql('{ viewer { account { emailBalance } } }')).data.viewer.account.emailBalance;
}

test('with a balance of 100, exactly 100 of 300 simultaneous directory emails are sent', async () => {
  const { mails, clients } = await connected();
  const { owner } = clients[0];
  const { id } = await makeDirectory(app.database, owner);
  await app.database.transaction((transaction) => addEmails(transaction, owner.account.id, 100));

  const outcomes = await sendDirectories(300, clients, id, 'user');

  expect(tally(outcomes)).toEqual({ success: 100, 105: 200 });
  await expect.poll(() => mails.mails.length).toBe(100);
  expect(await amountOf('messages', 'campaign_id', id)).toBe(100);
  expect(await balanceOf(clients[0])).toBe(0);
});

test('directory emails that fail for good do not reduce the balance', async () => {
  const { mails, clients } = await connected();
  const { owner } = clients[0];
  const { id } = await makeDirectory(app.database, owner);
  await app.database.transaction((transaction) => addEmails(transaction, owner.account.id, 10));
  for (let number = 0; number < 40; number += 1)
    mails.misbehaves.set(`refused${number}@example.com`, { at: 'RCPT', code: 550, message: '5.1.1 nobody there' });

  const outcomes = tally(await sendDirectories(40, clients, id, 'refused'));

  expect((outcomes['604'] ?? 0) + (outcomes['105'] ?? 0)).toBe(40);
  expect(outcomes['604']).toBeGreaterThanOrEqual(10);
  expect(await balanceOf(clients[0])).toBe(10);
  expect(mails.mails).toHaveLength(0);
});
