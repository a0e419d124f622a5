import type { Transaction } from '../../kernel/database/database.ts';
import { defineWalk } from '../../kernel/jobs/walk.ts';
import { joinPersons, type LoyaltyUser, loyaltyUserColumns } from '../user/membership.ts';
import { replaceSearchKeys } from '../user/user-search-key.ts';

const usersAtOnce = 200;

/**
 * The job that makes the search keys of all users anew, after an upgrade that adds keys. A migration queues it for a time
 * when no process of the previous version runs.
 */
export const completeSearchKeysJob = defineWalk('completeSearchKeys', completeNext);

async function completeNext(transaction: Transaction, after: number): Promise<number | null> {
  // The lock keeps a person from changing until the keys are written.
  const users = await transaction.rows<LoyaltyUser>(
    `SELECT ${loyaltyUserColumns} FROM loyalty_memberships m ${joinPersons}
     WHERE m.number > ? ORDER BY m.number LIMIT ${usersAtOnce} ${transaction.dialect.forShare}`,
    [after],
  );
  if (users.length > 0) await replaceSearchKeys(transaction, users);
  return users.at(-1)?.number ?? null;
}
