import type { Transaction } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import type { RemovalStep } from '../../kernel/jobs/removal.ts';
import { type AccountMember, accountMembers, removeAccountMember, requireOtherOwner } from './account-member.ts';
import { forgetLastAccount, lockPerson } from './person.ts';

/**
 * Removes a member. A person who has no other account is deleted. Throws `LAST_OWNER`. The people must be locked.
 * Locking the person makes invitations wait.
 */
export async function removeMember(transaction: Transaction, member: AccountMember): Promise<void> {
  if (member.role === 'OWNER') await requireOtherOwner(transaction, member);
  await lockPerson(transaction, member);
  await removeAccountMember(transaction, member);
  await deleteWithoutAccount(transaction, member.id);
}

async function deleteWithoutAccount(transaction: Transaction, id: string): Promise<void> {
  await transaction.change(
    'DELETE FROM console_people WHERE id = ? AND NOT EXISTS (SELECT 1 FROM account_members m WHERE m.person_id = ?)',
    [id, id],
  );
}

const peopleAtOnce = 100;

export const removePeople: RemovalStep = async (database, accountId) => {
  const members = await findRows(
    database,
    accountMembers,
    { accountId },
    { select: ['personId'], order: { personId: 'ASC' }, take: peopleAtOnce },
  );
  await database.transaction(async (transaction) => {
    for (const { personId: id } of members) {
      await lockPerson(transaction, { id });
      await removeAccountMember(transaction, { accountId, id });
      await deleteWithoutAccount(transaction, id);
    }
  });
  if (members.length === 0) await forgetLastAccount(database, accountId);
  return members.length === 0;
};
