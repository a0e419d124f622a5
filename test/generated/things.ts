import { addEmails } from '../../src/accounts/account/email-balance.ts';
import { loggedRequestId } from '../../src/accounts/requests/logged-request.ts';
import { RequestRecorder } from '../../src/accounts/requests/request-recorder.ts';
import type { Operation } from '../../src/api/operation.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { updateRows } from '../../src/kernel/database/rows.ts';
import { jobs } from '../../src/kernel/jobs/job.ts';
import { jobKind } from '../../src/kernel/jobs/job-definition.ts';
import { enqueue } from '../../src/kernel/jobs/job-queue.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { createLog } from '../../src/main/process/log.ts';
import { issueLink } from '../../src/people/link/person-link.ts';
import { beginSignIn } from '../../src/people/sign-in/person-sign-in.ts';
import { capturedPassType } from '../../src/wallets/connected-wallet.ts';
import { startPush } from '../../src/wallets/notification/push-job.ts';
import { validInput } from '../support/arbitraries.ts';
import { makeAuditEntry } from '../support/audit.ts';
import type { Owner } from '../support/client.ts';
import { makeAccount, makeCoupon, makeDelivery, makeFolder, makeIntegration, makeSession } from '../support/make.ts';
import { connectServices, makeContacts, makeGroup } from '../support/make-contacts.ts';
import { makeCategory, makeDirectory, makeDirectoryUser } from '../support/make-directories.ts';
import { makeLocation } from '../support/make-locations.ts';
import { change, makeCard, makeReward, makeUser } from '../support/make-loyalty.ts';
import { makeMessage } from '../support/make-messages.ts';
import { makePerson } from '../support/make-people.ts';
import { makeTill } from '../support/make-tills.ts';
import { makeSavedPasses } from '../support/make-wallets.ts';
import type { Kind } from './ids.ts';

/** Makes one object of every kind that has an id, in an account, and returns the ids. */
export async function makeThings(
  database: Database,
  owner: Owner,
): Promise<Record<Kind | 'account' | 'sequence' | 'smsGroup', string>> {
  const folder = await makeFolder(database, owner);
  const coupon = await makeCoupon(database, owner, { folder: folder.id, tags: ['Bread'] });
  const { session, sequence } = await makeSession(database, owner, { coupon });
  const job = await makeEndedJob(database, owner);
  const { keyId } = await makeAccount(database, { account: owner.account });
  const [event] = await database.rows<{ id: string }>('SELECT e.id AS id FROM events e WHERE e.session = ?', [session]);
  const { endpoint, delivery } = await makeDelivery(database, owner);
  const directory = await makeDirectory(database, owner);
  const category = await makeCategory(database, directory);
  const user = await makeDirectoryUser(database, owner, { directory });
  const subaccount = await makeAccount(database, { parent: owner.account });
  return {
    coupon: coupon.id,
    session,
    sequence: String(sequence),
    folder: folder.id,
    apiKey: keyId,
    job,
    event: event?.id ?? '',
    webhookEndpoint: endpoint.id,
    webhookDelivery: delivery.id,
    directory: directory.id,
    category: category.id,
    directoryUser: user.id,
    integration: await makeSendingThings(database, owner),
    message: (await makeMessage(database, owner)).id,
    ...(await makeLoyaltyThings(database, owner)),
    walletPush: await makeWalletThings(database, owner, { coupon: coupon.id, session }),
    ...(await makeContactThings(database, owner)),
    ...(await makePeopleThings(database, owner)),
    ...(await makeTillThings(database, owner)),
    auditEntry: await makeAuditEntry(database, owner),
    loggedRequest: await makeLoggedRequest(database, owner),
    account: subaccount.account.id,
  };
}

async function makeLoggedRequest(database: Database, { account, keyId }: Owner): Promise<string> {
  const recorder = new RequestRecorder(database, createLog('silent'));
  recorder.note({
    ...{ accountId: account.id, keyId, method: 'POST', path: '/graphql', operation: 'coupons', status: 200 },
    ...{ problem: null, milliseconds: 3, requestId: 'made', given: {} },
  });
  await recorder.store();
  const [made] = await database.rows<{ number: number }>(
    'SELECT r.number AS number FROM logged_requests r WHERE r.account_id = ? ORDER BY r.number DESC LIMIT 1',
    [account.id],
  );
  return made ? loggedRequestId(made) : '';
}

/** Makes a card with a reward for points. Its user has redeemed the reward once, and still has points and stamps. */
async function makeLoyaltyThings(database: Database, owner: Owner) {
  const card = await makeCard(database, owner);
  const reward = await makeReward(database, card, { points: 1 });
  const user = await makeUser(database, owner, { card, firstName: 'Ada' });
  await makeSavedPasses(database, owner, card.id, { user, passType: capturedPassType });
  await change(database, owner, user, { action: 'ADD', unit: 'STAMPS', amount: 5 });
  await change(database, owner, user, { action: 'ADD', unit: 'POINTS', amount: 5 });
  const { rewards } = await change(database, owner, user, { action: 'REDEEM', reward: reward.id });
  const [entry] = await database.rows<{ id: string }>(
    'SELECT l.id AS id FROM ledger_entries l WHERE l.member = ? ORDER BY l.number',
    [user.number],
  );
  return {
    loyaltyCard: card.id,
    reward: reward.id,
    loyaltyUser: user.id,
    earnedReward: rewards?.[0]?.id ?? '',
    ledgerEntry: entry?.id ?? '',
  };
}

/** Connects the account with a wallet that tells nobody. Makes a saved pass of a session, and a push message. */
async function makeWalletThings(
  database: Database,
  owner: Owner,
  { coupon, session }: { coupon: string; session: string },
): Promise<string> {
  await makeIntegration(database, owner, { channel: 'APPLE_WALLET' });
  await makeSavedPasses(database, owner, coupon, { session, passType: capturedPassType });
  const audience = { campaignId: coupon, accountId: owner.account.id, members: null };
  const { id } = await database.transaction((transaction) => startPush(transaction, audience, 'Fresh rye'));
  return id;
}

/**
 * Makes integrations for emails and SMS, and an email balance for directories. The next slot of the integrations is in
 * the distant future, so no worker of other tests changes their messages.
 */
async function makeSendingThings(database: Database, owner: Owner): Promise<string> {
  const { account } = owner;
  const settings = { from: 'Bakery <mail@bakery.example>' } as never;
  await makeIntegration(database, owner, { provider: 'SMTP', settings, perSecond: 1 });
  const { id } = await makeIntegration(database, owner, { channel: 'SMS', perSecond: 1 });
  await database.transaction(async (transaction) => {
    await transaction.change("UPDATE integrations SET next_slot_at = '2999-01-01 00:00:00.000' WHERE account_id = ?", [
      account.id,
    ]);
    await addEmails(transaction, account.id, 1000);
  });
  return id;
}

/** Connects the account with the services of groups, and makes an email group with a contact and an SMS group. */
async function makeContactThings(database: Database, owner: Owner) {
  await connectServices(database, owner);
  const group = await makeGroup(database, owner);
  const [contact] = await makeContacts(database, group, 1);
  const { id: smsGroup } = await makeGroup(database, owner, { channel: 'SMS' });
  return { contactGroup: group.id, contact: contact?.id ?? '', smsGroup };
}

/** Makes a person who is signed in, and an open invitation. */
async function makePeopleThings(database: Database, owner: Owner) {
  const { id: person } = await makePerson(database, owner, { role: 'MARKETER' });
  const { id: accountId } = owner.account;
  const [row, link] = await database.transaction(async (transaction) => {
    await beginSignIn(transaction, { personId: person, accountId }, { address: '192.0.2.1', browser: 'Test' });
    const [signedIn] = await transaction.rows<{ id: string }>(
      'SELECT i.id AS id FROM sign_ins i WHERE i.person_id = ?',
      [person],
    );
    const email = `invited-${person}@example.com`;
    const issued = await issueLink(transaction, { kind: 'INVITATION', accountId, email, role: 'ANALYST' });
    return [signedIn, issued.link] as const;
  });
  return { person, personLink: link.id, signIn: row?.id ?? '' };
}

/** Makes a till of a location. No device is paired with it. */
async function makeTillThings(database: Database, owner: Owner) {
  const { id: location } = await makeLocation(database, owner);
  const { id: till } = await makeTill(database, owner, { location });
  return { location, till };
}

/** Values for text fields. Most fields accept one of them. */
export const words = [
  'Bread',
  'ada@example.com',
  'bakery.example',
  'Europe/Berlin',
  'EUR',
  '12.500',
  '2030-01-31 12:00:00',
  'https://127.0.0.1:1/hook',
  '+493012345678',
];

/** Optional fields without which an operation does nothing. */
const effective: Record<string, object> = { setDirectoryUserBlocked: { blocked: true } };

/** Returns valid input for the operation, with the ids of these objects. */
export function inputOf({ name, input }: Operation, things: Record<string, string>): Record<string, unknown> {
  return { ...validInput(input, [...words, ...Object.values(things)]), ...effective[name] };
}

/** Makes a finished job, so no worker runs it. */
async function makeEndedJob(database: Database, { account }: Owner): Promise<string> {
  return database.transaction(async (transaction) => {
    const { id } = await enqueue(transaction, jobKind('nothing'), {}, { accountId: account.id });
    await updateRows(transaction, jobs, { id }, { status: 'DONE', finishedAt: now() });
    return id;
  });
}
