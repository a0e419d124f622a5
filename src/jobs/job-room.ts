import { accountRow } from '../accounts/account/account.ts';
import type { Transaction } from '../kernel/database/database.ts';
import { countRows, lockRow } from '../kernel/database/rows.ts';
import { jobs } from '../kernel/jobs/job.ts';
import { Problem } from '../kernel/problem.ts';

/** The unfinished jobs of an account. They take turns, so more of them would only wait longer. */
const mostJobs = 50;

/**
 * Throws `TOO_MANY_JOBS` when the account has the maximum of queued, running and paused jobs. Locks the account's row,
 * so that simultaneous calls cannot exceed the limit.
 */
export async function requireRoomForJob(transaction: Transaction, accountId: string): Promise<void> {
  await lockRow(transaction, accountRow, { id: accountId });
  const counted = await countRows(transaction, jobs, { status: ['QUEUED', 'RUNNING', 'PAUSED'], accountId });
  if (counted >= mostJobs) throw new Problem('TOO_MANY_JOBS');
}
