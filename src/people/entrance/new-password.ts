import { MoreThan } from 'typeorm';
import type { Services } from '../../api/context.ts';
import { countAttempt } from '../../directories/sign-in/sign-in-attempts.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { findRows, hasRow } from '../../kernel/database/rows.ts';
import { hashPassword } from '../../kernel/threads/passwords.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import { integrations } from '../../messaging/integration/integration.ts';
import { passwordResetPath } from '../../vocabulary/links.ts';
import type { Language } from '../../words/languages.ts';
import { issueReset } from '../link/invitation.ts';
import { type PersonLink, personLinks, revokeLinksOf } from '../link/person-link.ts';
import { type Mailer, mailLink } from '../link/person-link-mail.ts';
import { findReached, hasOnlyAccountsBelow, lockMembers, startingAccount } from '../person/account-member.ts';
import { isGuessable } from '../person/guessable-password.ts';
import { findCredentialOf, findCredentials, lockPerson, people, setPassword } from '../person/person.ts';
import { beginSignIn, endSignInsOf, type Visitor } from '../sign-in/person-sign-in.ts';
import { type Entered, EntranceError, noteMailer, requireLink, requireUse } from './person-proof.ts';

export async function requireReset(database: Database, token: string): Promise<void> {
  await requireLink(database, 'RESET', token);
}

/**
 * Sets a password, and signs the person out everywhere else. `mailer`: who mailed the link. Throws `GUESSABLE`,
 * `UNKNOWN` or `USED`.
 */
export async function setNewPassword(
  database: Database,
  token: string,
  { password, mailer }: { password: string; mailer: (link: PersonLink) => Mailer | null },
  visitor: Visitor,
): Promise<Entered> {
  const link = await requireLink(database, 'RESET', token);
  const personId = link.personId ?? '';
  const former = await findCredentialOf(database, personId);
  if (isGuessable(password, [await emailOf(database, personId)])) throw new EntranceError('GUESSABLE');
  const passwordHash = await hashPassword(password, former?.passwordHash ?? null);
  return database.transaction(async (transaction) => {
    if (!(await lockPerson(transaction, { id: personId }))) throw new EntranceError('UNKNOWN');
    await requireUse(transaction, link, token);
    // The person may have joined another account after the link was created.
    if (link.accountId && !(await hasOnlyAccountsBelow(transaction, link.accountId, personId)))
      throw new EntranceError('UNKNOWN');
    await setPassword(transaction, personId, passwordHash);
    await noteMailer(transaction, mailer(link), { accountId: link.accountId, personId });
    await revokeLinksOf(transaction, personId);
    await endSignInsOf(transaction, personId);
    const accountId = await startingAccount(transaction, personId);
    if (!accountId) throw new EntranceError('UNKNOWN');
    return { token: await beginSignIn(transaction, { personId, accountId }, visitor), personId };
  });
}

async function emailOf(connection: Connection, personId: string): Promise<string> {
  const [person] = await findRows(connection, people, { id: personId }, { select: ['email'] });
  return person?.email ?? '';
}

/**
 * Asks for a reset. Unless there have been too many requests, returns true immediately, and the rest runs later: the
 * duration must not reveal whether the address is known.
 */
export async function requestReset(
  services: Services,
  email: string,
  { address, language }: { address: string; language: Language },
): Promise<boolean> {
  const key = emailKey(email.trim());
  const source = { place: { id: 'console-reset' }, emailKey: key, address, device: null };
  if (!(await countAttempt(services.database, source))) return false;
  mailResets(services, key, language).catch((err: unknown) =>
    services.log.error({ err }, 'cannot mail a link for a new password'),
  );
  return true;
}

async function mailResets(services: Services, email: string, language: Language): Promise<void> {
  const addressees = await (services.ownMail ? provenPeople : reachedPeople)(services.database, email);
  await Promise.all(
    addressees.map((addressee) =>
      mailReset(services, addressee, { email, language }).catch((err: unknown) =>
        services.log.error({ err }, 'cannot mail a link for a new password'),
      ),
    ),
  );
}

/** The accounts that may mail a link, in the order of joining. Null: the service mails it itself. */
interface Addressee {
  id: string;
  accounts: readonly string[] | null;
}

/** The maximum number of emails per request, for people who share an address. */
const maxMailed = 20;

/** Returns the people who have proven the address. The link goes to the address, whatever their accounts are. */
async function provenPeople(connection: Connection, email: string): Promise<Addressee[]> {
  const proven = (await findCredentials(connection, email)).filter(({ isProven }) => isProven);
  return proven.slice(0, maxMailed).map(({ id }) => ({ id, accounts: null }));
}

/**
 * Returns the people whose accounts have reached them at the address. The limit applies to each root account, because
 * anyone can pretend to have reached an address and must not stand in the way of others.
 */
async function reachedPeople(connection: Connection, email: string): Promise<Addressee[]> {
  const ofRoots = new Map<string, Map<string, string[]>>();
  for (const { id, accountId, rootId } of await findReached(connection, email)) {
    const people = ofRoots.get(rootId) ?? new Map<string, string[]>();
    ofRoots.set(rootId, people);
    const accounts = people.get(id) ?? [];
    if (accounts.length > 0 || people.size < maxMailed) people.set(id, [...accounts, accountId]);
  }
  return [...ofRoots.values()].flatMap((people) => [...people].map(([id, accounts]) => ({ id, accounts })));
}

async function mailReset(
  services: Services,
  { id, accounts }: Addressee,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const { database, publicUrl } = services;
  if (await hasRecentReset(database, id)) return;
  for (const accountId of accounts ?? [null]) {
    if (accountId && !(await canMail(database, accountId, id))) continue;
    const { token, link } = await database.transaction(async (transaction) => {
      if (accountId) await lockMembers(transaction, accountId);
      return issueReset(transaction, { accountId, id }, id);
    });
    await mailLink(services, link, { to: email, url: publicUrl + passwordResetPath(token), language });
    return;
  }
}

/** Whether the account has an email platform and may change the password. */
async function canMail(connection: Connection, accountId: string, personId: string): Promise<boolean> {
  const isConnected = await hasRow(connection, integrations, { accountId, channel: 'EMAIL', disconnectedAt: null });
  return isConnected && (await hasOnlyAccountsBelow(connection, accountId, personId));
}

const restMinutes = 15;

/** Whether a reset was sent recently. This keeps callers from filling a mailbox. */
function hasRecentReset(connection: Connection, personId: string): Promise<boolean> {
  const since = toInstant(new Date(Date.now() - restMinutes * 60_000));
  return hasRow(connection, personLinks, { personId, kind: 'RESET', createdAt: MoreThan(since) });
}
