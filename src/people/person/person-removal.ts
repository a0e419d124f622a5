import type { Transaction } from '../../kernel/database/database.ts';
import { endMembership, type Member, requireOtherOwner } from './account-membership.ts';
import { lockPerson } from './person.ts';

/**
 * Takes a person out of an account, and deletes the person with the last account. Throws `LAST_OWNER`. The caller has
 * locked the people of the account. The lock of the person lets an invitation to another account come before or after.
 */
export async function removeMember(transaction: Transaction, member: Member): Promise<void> {
  if (member.role === 'OWNER') await requireOtherOwner(transaction, member);
  await lockPerson(transaction, member);
  await endMembership(transaction, member);
  await transaction.change(
    'DELETE FROM console_people WHERE id = ? AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.person_id = ?)',
    [member.id, member.id],
  );
}
