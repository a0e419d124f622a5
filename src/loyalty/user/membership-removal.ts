import type { Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';

const belongings = ['loyalty_search_keys', 'ledger_entries', 'earned_rewards'];

/**
 * Removes memberships with all that belongs to them, and persons who have no other card. The persons are locked first:
 * whoever links one to a card meanwhile comes before, and the person stays, or after, and finds nobody.
 */
export async function removeMemberships(
  transaction: Transaction,
  members: readonly { number: number; user: string }[],
): Promise<void> {
  const numbers = members.map(({ number }) => number);
  const users = [...new Set(members.map(({ user }) => user))].sort();
  await transaction.rows(
    ...bind(`SELECT p.id FROM loyalty_persons p WHERE p.id IN (:users) ${transaction.dialect.forUpdate}`, { users }),
  );
  for (const table of belongings)
    await transaction.change(...bind(`DELETE FROM ${table} WHERE membership IN (:numbers)`, { numbers }));
  await transaction.change(...bind('DELETE FROM loyalty_memberships WHERE number IN (:numbers)', { numbers }));
  await transaction.change(
    ...bind(
      `DELETE FROM loyalty_persons WHERE id IN (:users)
       AND NOT EXISTS (SELECT 1 FROM loyalty_memberships m WHERE m.user_id = loyalty_persons.id)`,
      { users },
    ),
  );
}
