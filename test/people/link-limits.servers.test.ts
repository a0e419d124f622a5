import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../../src/accounts/account/account.ts';
import { countRows, findRows, updateRows } from '../../src/kernel/database/rows.ts';
import { toInstant } from '../../src/kernel/values/instant.ts';
import { configuredMail } from '../../src/main/process/configured-mail.ts';
import { createLog } from '../../src/main/process/log.ts';
import { issueLink, personLinks } from '../../src/people/link/person-link.ts';
import { Visitor } from '../pages/visitor.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeAccount } from '../support/make.ts';
import { fromOwnPage, makePerson } from '../support/make-people.ts';
import { MailServer } from '../support/smtp-server.ts';

/* How many links accounts make in an hour, and how many of them the service mails. */

const server = await MailServer.start();
afterAll(() => server.stop());
const ownMail = await configuredMail(
  { MAIL_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Campaigns <no-reply@service.example>' },
  { log: createLog('silent'), publicUrl: 'https://service.example', dataDirectory: '' },
);
if (!ownMail) throw new Error('the mail server is not configured');
const app = useApp({ ownMail });
let count = 0;
const newAddress = () => `limited${++count}-${process.pid}@example.com`;

beforeEach(() => app.database.transaction((transaction) => transaction.change('DELETE FROM sign_in_attempts')));

test('all accounts below a root account together make 300 links in an hour', async () => {
  const root = await app.client();
  const family = [root.owner.account, ...(await childrenOf(root.owner.account, 5))];
  for (const { id } of family) await makeLinks(id, 50);
  const email = newAddress();
  const open = await invite(await app.client(), email);
  const [last] = await childrenOf(family[3] as Account, 1);
  const client = await app.client({ account: last as Account });
  const { id: person } = await makePerson(app.database, client.owner);

  const refused = await tryToInvite(client, email);
  const reset = await client.graphql(`mutation { resetPassword(input: { person: "${person}" }) { url } }`);

  const message =
    'A top-level account and all accounts below it can together make 300 invitations and password resets in an hour.';
  for (const { errors } of [refused, reset])
    expect(errors).toMatchObject([{ message, extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 3600 } }]);
  expect(await countRows(app.database, personLinks, { accountId: client.owner.account.id })).toBe(0);
  expect(await mailsTo(email)).toHaveLength(1);
  expect((await new Visitor(app.url).get(open.url.replace(app.url, ''))).status).toBe(200);
});

test('a refused invitation leaves the earlier one to the same address open', async () => {
  const client = await app.client();
  const { id: accountId } = client.owner.account;
  const email = newAddress();
  await invite(client, email);
  await makeLinks(accountId, 59);

  expect((await tryToInvite(client, email)).codes).toEqual(['TOO_MANY_REQUESTS']);

  const [earlier] = await findRows(app.database, personLinks, { accountId, email });
  expect(earlier).toMatchObject({ revokedAt: null });
});

test('links that are older than an hour, or of other root accounts, do not count', async () => {
  const [client, other] = [await app.client(), await app.client()];
  for (const { id } of await childrenOf(other.owner.account, 6)) await makeLinks(id, 50);
  const family = [client.owner.account, ...(await childrenOf(client.owner.account, 5))];
  const before = toInstant(new Date(Date.now() - 3_601_000));
  for (const { id } of family) {
    await makeLinks(id, 60);
    await app.database.transaction((transaction) =>
      updateRows(transaction, personLinks, { accountId: id }, { createdAt: before }),
    );
  }

  expect((await tryToInvite(client)).codes).toEqual([]);
  expect((await tryToInvite(other)).codes).toEqual(['TOO_MANY_REQUESTS']);
});

test('invitations to one address use up only the share of the account that makes them', async () => {
  const [busy, other] = [await app.client(), await app.client()];
  const email = newAddress();
  await makeLinks(busy.owner.account.id, 60, email);

  expect((await tryToInvite(busy, email)).codes).toEqual(['TOO_MANY_REQUESTS']);
  await makeLinks(other.owner.account.id, 59, email);
  expect((await tryToInvite(other, email)).codes).toEqual([]);
  expect((await tryToInvite(other, email)).codes).toEqual(['TOO_MANY_REQUESTS']);
});

test('the service mails ten invitations an hour to an address, and the response has the link of any other', async () => {
  const email = newAddress();
  const invitations = await fromAccounts(11, (client) => invite(client, email.toUpperCase()));

  expect(invitations.map(({ mailed }) => mailed)).toEqual([...Array.from({ length: 10 }, () => true), false]);
  expect(await mailsTo(email)).toHaveLength(10);
  const [eleventh] = invitations.slice(-1);
  expect((await new Visitor(app.url).get(String(eleventh?.url).replace(app.url, ''))).status).toBe(200);
  expect(await invite(await app.client(), newAddress())).toMatchObject({ mailed: true });
});

test('a link for a new password arrives after ten invitations to the same address', async () => {
  const email = newAddress();
  await makePerson(app.database, (await app.client()).owner, { email, isProven: true });
  await fromAccounts(10, (client) => invite(client, email));

  await new Visitor(app.url).post('/console/forgotten', { email }, fromOwnPage);

  const resets = async () => (await mailsTo(email)).filter(({ text }) => text?.includes('/console/reset/'));
  await expect.poll(resets).toHaveLength(1);
});

async function childrenOf(parent: Account, amount: number): Promise<Account[]> {
  const owners = Array.from({ length: amount }, () => makeAccount(app.database, { parent }));
  return (await Promise.all(owners)).map(({ account }) => account);
}

/** Makes links that nobody has mailed. */
async function makeLinks(accountId: string, amount: number, email = newAddress()): Promise<void> {
  await app.database.transaction(async (transaction) => {
    for (let made = 0; made < amount; made += 1)
      await issueLink(transaction, { kind: 'INVITATION', accountId, email, role: 'ANALYST' });
  });
}

/** Lets a number of accounts do something one after the other. */
async function fromAccounts<Result>(amount: number, work: (client: Client) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let number = 0; number < amount; number += 1) results.push(await work(await app.client()));
  return results;
}

const tryToInvite = (client: Client, email = newAddress()) =>
  client.graphql('mutation ($input: InvitePersonInput!) { invitePerson(input: $input) { url mailed } }', {
    input: { email, role: 'OWNER' },
  });

async function invite(client: Client, email: string): Promise<{ url: string; mailed: boolean }> {
  const { data, errors } = await tryToInvite(client, email);
  expect(errors).toEqual([]);
  return data.invitePerson;
}

async function mailsTo(email: string) {
  const mails = await server.parsed();
  return mails.filter(({ to }) => to?.some(({ address }) => address?.toLowerCase() === email));
}
