import { afterAll, beforeEach, expect, test } from 'vitest';
import { requireRow } from '../../src/kernel/database/rows.ts';
import { configuredMail } from '../../src/main/process/configured-mail.ts';
import { createLog } from '../../src/main/process/log.ts';
import { listCaptured } from '../../src/messaging/platform/outbox.ts';
import { findCredentials, people } from '../../src/people/person/person.ts';
import { Visitor } from '../pages/visitor.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeIntegration } from '../support/make.ts';
import { fromOwnPage, join, makePerson, personPassword } from '../support/make-people.ts';
import { makeTestAccount } from '../support/make-test-account.ts';
import { MailServer } from '../support/smtp-server.ts';

/* Links to people of a service that has a mail server of its own. */

const server = await MailServer.start();
afterAll(() => server.stop());
const ownMail = await configuredMail(
  { MAIL_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Campaigns <no-reply@service.example>' },
  { log: createLog('silent'), publicUrl: 'https://service.example', dataDirectory: '' },
);
if (!ownMail) throw new Error('the mail server is not configured');
const app = useApp({ ownMail });

const password = 'correct horse battery';
let count = 0;
const newAddress = () => `proven${++count}-${process.pid}@example.com`;

beforeEach(() => app.database.transaction((transaction) => transaction.change('DELETE FROM sign_in_attempts')));

test('the service mails links itself, and no platform of an account gets to see them', async () => {
  const client = await app.client({ domain: 'bakery.example' });
  await makeIntegration(app.database, client.owner);
  const email = newAddress();

  const { mailed, url } = await invite(client, email);

  expect(mailed).toBe(true);
  const [mail] = await mailsTo(email);
  expect(mail).toMatchObject({ from: { name: 'Campaigns', address: 'no-reply@service.example' } });
  expect(mail?.text).toContain(`${url}?mailed=`);
  expect(mail?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  expect(await listCaptured(app.dataDirectory, client.owner.account.id)).toEqual([]);
});

test('a mailed link proves the address, and then the service mails a new password whatever the accounts are', async () => {
  const [employer, agency] = [await app.client(), await app.client()];
  const email = newAddress();
  await invite(employer, email);
  await follow(await linkTo(email, 'invitation'), { name: 'Anna', password });
  const [anna] = await findCredentials(app.database, email);
  await join(app.database, agency.owner, { id: anna?.id ?? '' });

  await forget(email);
  await follow(await linkTo(email, 'reset'), { password: 'a newer password of Anna' });

  expect((await signIn(email, password)).status).toBe(403);
  expect((await signIn(email, 'a newer password of Anna')).status).toBe(303);
});

test('the link in the response proves nothing, so the service mails no new password', async () => {
  const taker = await app.client();
  const [email, known] = [newAddress(), newAddress()];
  const { url } = await invite(taker, email);
  await follow(url, { name: 'Anna', password });
  await makePerson(app.database, taker.owner, { email: known, isProven: true });
  const [person] = await findCredentials(app.database, email);
  expect(await requireRow(app.database, people, { id: person?.id ?? '' })).toMatchObject({ provenAt: null });

  await forget(email);
  await forget(known);

  await linkTo(known, 'reset');
  expect(await mailsTo(email)).toHaveLength(1);
});

test('who takes an address takes over nobody who has it', async () => {
  const [employer, taker] = [await app.client(), await app.client()];
  const { email, id } = await makePerson(app.database, employer.owner, { isProven: true });
  const { url } = await invite(taker, email);
  await follow(url, { name: 'Mallory', password });
  const [mallory] = (await findCredentials(app.database, email)).filter((person) => person.id !== id);

  const theirs = await taker.graphql(
    'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { url } }',
    {
      input: { person: id },
    },
  );
  await forget(email);
  await follow(await linkTo(email, 'reset'), { password: 'a newer password of Anna' });

  expect(theirs.codes).toEqual(['PERSON_NOT_FOUND']);
  expect(mallory).toMatchObject({ isProven: 0 });
  expect((await signIn(email, personPassword)).status).toBe(403);
  expect((await signIn(email, 'a newer password of Anna')).status).toBe(303);
  expect((await signIn(email, password)).status).toBe(303);
});

test('a test account sends its links to its outbox, and they prove nothing', async () => {
  const client = await makeTestAccount(app.database, await app.client({ domain: 'bakery.example' }));
  await makeIntegration(app.database, client.owner);
  const email = newAddress();

  expect(await invite(client, email)).toMatchObject({ mailed: true });
  expect(await mailsTo(email)).toEqual([]);
});

test('if the mail server refuses a link, the response says so, and no other mail server gets it', async () => {
  const client = await app.client({ domain: 'bakery.example' });
  await makeIntegration(app.database, client.owner);
  const email = newAddress();
  server.misbehaves.set(email, { at: 'RCPT', code: 550, message: '5.1.1 no such user' });

  expect(await invite(client, email)).toMatchObject({ mailed: false });
  expect(await listCaptured(app.dataDirectory, client.owner.account.id)).toEqual([]);
});

async function invite(client: Client, email: string): Promise<{ url: string; mailed: boolean }> {
  const { data } = await client.graphql(
    'mutation ($input: InvitePersonInput!) { invitePerson(input: $input) { url mailed } }',
    { input: { email, role: 'OWNER' } },
  );
  return data.invitePerson;
}

async function mailsTo(email: string) {
  const mails = await server.parsed();
  return mails.filter(({ to }) => to?.some(({ address }) => address === email));
}

/** Waits for the mail with the link, and returns the link. */
async function linkTo(email: string, kind: 'invitation' | 'reset'): Promise<string> {
  const find = async () =>
    (await mailsTo(email))
      .flatMap(({ text = '' }) => /http\S+/.exec(text) ?? [])
      .find((link) => link.includes(`/console/${kind}/`));
  await expect.poll(find).toBeDefined();
  return (await find()) ?? '';
}

async function follow(address: string, fields: Record<string, string>): Promise<void> {
  const page = await new Visitor(app.url).post(address.replace(app.url, ''), fields, fromOwnPage);
  expect(page.status, page.text).toBe(303);
}

const forget = (email: string) => new Visitor(app.url).post('/console/forgotten', { email }, fromOwnPage);

const signIn = (email: string, given: string) =>
  new Visitor(app.url).post('/console/sign-in', { email, password: given }, fromOwnPage);
