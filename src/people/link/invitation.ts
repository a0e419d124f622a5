import type { Role } from '../../api/scope.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { lockRow, updateRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { lockMembers, requireRoomForPerson } from '../person/account-membership.ts';
import { invitationRow, issueLink, type PersonLink, personLinks } from './person-link.ts';
import { requireRoomForInvitation, requireRoomForLink } from './person-link-room.ts';

interface NewInvitation {
  accountId: string;
  email: string;
  role: Role;
  madeBy: string | null;
}

/**
 * Invites somebody to the account. An earlier invitation of the same address ends. Throws `PERSON_EXISTS` when the
 * address belongs to a person of the account, and a problem at each limit.
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
    `SELECT 1 FROM console_people p JOIN memberships m ON m.person_id = p.id WHERE p.email = ? AND m.account_id = ?`,
    [email, accountId],
  );
  return found.length > 0;
}

/** Revokes an invitation. Revoking it again changes nothing. Throws `INVITATION_USED` when it was accepted. */
export async function revoke(transaction: Transaction, which: { accountId: string; id: string }): Promise<PersonLink> {
  const invitation = await lockRow(transaction, invitationRow, which);
  if (invitation.usedAt) throw new Problem('INVITATION_USED');
  if (invitation.revokedAt) return invitation;
  const revokedAt = realNow();
  await updateRows(transaction, personLinks, { id: invitation.id }, { revokedAt });
  return { ...invitation, revokedAt };
}
