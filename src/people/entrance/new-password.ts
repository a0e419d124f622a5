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
import { mailLink } from '../link/person-link-mail.ts';
import { hasOnlyAccountsBelow, listAccountsOfPerson, lockMembers, startingAccount } from '../person/account-member.ts';
import { isGuessable } from '../person/guessable-password.ts';
import { findCredentialOf, findCredentials, lockPerson, noteProven, people, setPassword } from '../person/person.ts';
import { beginSignIn, endSignInsOf, type Visitor } from '../sign-in/person-sign-in.ts';
import { type Entered, EntranceError, requireLink, requireUse } from './person-proof.ts';

export async function requireReset(database: Database, token: string): Promise<void> {
  await requireLink(database, 'RESET', token);
}

/**
 * Sets a password, and signs the person out everywhere else. `isMailed` tells whether the link came by email. Throws
 * `GUESSABLE`.
 */
export async function setNewPassword(
  database: Database,
  token: string,
  { password, isMailed }: { password: string; isMailed: (link: PersonLink) => boolean },
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
    if (isMailed(link)) await noteProven(transaction, personId);
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
 * Asks for a reset. Unless there were too many requests, returns true immediately, and the rest runs later: the
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

/** The most emails per request, for people who share an address. */
const maxMailed = 20;

/** Emails resets to the people who have proven the address. A slow platform delays only one of them. */
async function mailResets(services: Services, email: string, language: Language): Promise<void> {
  const proven = (await findCredentials(services.database, email)).filter(({ isProven }) => isProven);
  await Promise.all(
    proven
      .slice(0, maxMailed)
      .map(({ id }) =>
        mailReset(services, { id, email }, language).catch((err: unknown) =>
          services.log.error({ err }, 'cannot mail a link for a new password'),
        ),
      ),
  );
}

/**
 * Emails a reset through an account that manages the password and has an email integration. Does nothing if there is
 * none.
 */
async function mailReset(
  services: Services,
  { id, email }: { id: string; email: string },
  language: Language,
): Promise<void> {
  const { database, publicUrl } = services;
  if (await hasRecentReset(database, id)) return;
  for (const { accountId } of await listAccountsOfPerson(database, id)) {
    if (!(await canMail(database, accountId, id))) continue;
    const { token, link } = await database.transaction(async (transaction) => {
      await lockMembers(transaction, accountId);
      return issueReset(transaction, { accountId, id }, id);
    });
    await mailLink(services, link, { to: email, url: publicUrl + passwordResetPath(token), language });
    return;
  }
}

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
