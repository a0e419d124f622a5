import type { Transaction } from '../../kernel/database/database.ts';
import { defineWalk } from '../../kernel/jobs/walk.ts';
import { replaceMemberKeys } from '../user/member-key.ts';
import { type DirectoryUser, directoryUserColumns } from '../user/user.ts';

const membersAtOnce = 200;

/** The job that makes the search keys of members whom a previous version registered. A migration queues it. */
export const completeMemberKeysJob = defineWalk<string>('completeMemberKeys', completeNext, '');

async function completeNext(transaction: Transaction, after: string): Promise<string | null> {
  // The lock keeps a member from changing until the keys are written.
  const members = await transaction.rows<DirectoryUser>(
    `SELECT ${directoryUserColumns} FROM directory_users u
     WHERE u.id > ? ORDER BY u.id LIMIT ${membersAtOnce} ${transaction.dialect.forShare}`,
    [after],
  );
  if (members.length > 0) await replaceMemberKeys(transaction, members);
  return members.at(-1)?.id ?? null;
}
