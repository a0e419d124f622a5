import { In, MoreThan } from 'typeorm';
import { familyOf, rootOf } from '../../accounts/account/account-root.ts';
import type { Role } from '../../api/scope.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { countRows, lockRow, updateRows } from '../../kernel/database/rows.ts';
import { Problem, TooManyRequests } from '../../kernel/problem.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { realNow, toInstant } from '../../kernel/values/instant.ts';
import { hasOnlyAccountsBelow, lockMembers, requireRoomForPerson } from '../person/account-member.ts';
import { invitationRow, issueLink, type PersonLink, personLinks, revokeLinksOf } from './person-link.ts';

const maxOpen = 100;

async function requireRoomForInvitation(connection: Connection, accountId: string): Promise<void> {
  const row = await countRows(connection, personLinks, {
    accountId,
    kind: 'INVITATION',
    usedAt: null,
    revokedAt: null,
    expiresAt: MoreThan(realNow()),
  });
  if (row >= maxOpen) throw new Problem('TOO_MANY_INVITATIONS');
}

/** The maximum number of links per account and hour. Each can be an email to an address of the caller's choice. */
const maxInHour = 60;

/** The maximum for a root account and all accounts below it together. */
const maxOfRootInHour = 300;

/** Checks the limits. They include links that were not emailed. Throws `TOO_MANY_REQUESTS`. */
async function requireRoomForLink(connection: Connection, accountId: string): Promise<void> {
  const createdAt = MoreThan(toInstant(new Date(Date.now() - 3_600_000)));
  if ((await countRows(connection, personLinks, { accountId, createdAt })) >= maxInHour)
    throw new TooManyRequests(3600, `The account can make ${maxInHour} invitations and password resets in an hour.`);
  const family = In(await familyOf(connection, await rootOf(connection, accountId)));
  if ((await countRows(connection, personLinks, { accountId: family, createdAt })) >= maxOfRootInHour)
    throw new TooManyRequests(
      3600,
      `A top-level account and all accounts below it can together make ${maxOfRootInHour} invitations and password resets in an hour.`,
    );
}

/**
 * Issues a link for a new password, and revokes earlier links. Throws `PERSON_HAS_OTHER_ACCOUNTS` if the password opens
 * accounts that `accountId` does not manage, unless the service itself mails the link. The people of the account must
 * be locked.
 */
export async function issueReset(
  transaction: Transaction,
  { accountId, id }: { accountId: string | null; id: string },
  madeBy: string | null,
): Promise<{ token: string; link: PersonLink }> {
  if (accountId) {
    if (!(await hasOnlyAccountsBelow(transaction, accountId, id))) throw new Problem('PERSON_HAS_OTHER_ACCOUNTS');
    await requireRoomForLink(transaction, accountId);
  }
  await revokeLinksOf(transaction, id);
  return issueLink(transaction, { kind: 'RESET', accountId, personId: id, madeBy });
}

interface NewInvitation {
  accountId: string;
  email: string;
  role: Role;
  madeBy: string | null;
}

/**
 * Invites a person, and revokes an earlier invitation to the address. Throws `PERSON_EXISTS`, or a problem if a limit
 * is reached.
 */
export async function invite(
  transaction: Transaction,
  invitation: NewInvitation,
): Promise<{ token: string; link: PersonLink }> {
  const { accountId } = invitation;
  const email = emailKey(invitation.email);
  await lockMembers(transaction, accountId);
  if (await isMember(transaction, accountId, email)) throw new Problem('PERSON_EXISTS');
  await requireRoomForPerson(transaction, accountId);
  await updateRows(
    transaction,
    personLinks,
    { accountId, kind: 'INVITATION', email, usedAt: null, revokedAt: null },
    { revokedAt: realNow() },
  );
  await requireRoomForInvitation(transaction, accountId);
  await requireRoomForLink(transaction, accountId);
  return issueLink(transaction, { ...invitation, email, kind: 'INVITATION' });
}

export async function isMember(connection: Connection, accountId: string, email: string): Promise<boolean> {
  const found = await connection.rows(
    `SELECT 1 FROM console_people p JOIN account_members m ON m.person_id = p.id WHERE p.email = ? AND m.account_id = ?`,
    [email, accountId],
  );
  return found.length > 0;
}

/** Revokes an invitation. Revoking it again changes nothing. Throws `INVITATION_USED`. */
export async function revoke(transaction: Transaction, which: { accountId: string; id: string }): Promise<PersonLink> {
  const invitation = await lockRow(transaction, invitationRow, which);
  if (invitation.usedAt) throw new Problem('INVITATION_USED');
  if (invitation.revokedAt) return invitation;
  const revokedAt = realNow();
  await updateRows(transaction, personLinks, { id: invitation.id }, { revokedAt });
  return { ...invitation, revokedAt };
}
