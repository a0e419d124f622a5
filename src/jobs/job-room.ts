import { accountRow } from '../accounts/account/account.ts';
import type { Transaction } from '../kernel/database/database.ts';
import { countRows, lockRow } from '../kernel/database/rows.ts';
import { jobs } from '../kernel/jobs/job.ts';
import { Problem } from '../kernel/problem.ts';

/** The maximum number of unfinished jobs of an account. Jobs take turns, so more of them would only wait longer. */
const maxJobs = 50;

/** Checks the limit. Throws `TOO_MANY_JOBS`. Also locks the account, so that simultaneous calls wait. */
export async function requireRoomForJob(transaction: Transaction, accountId: string): Promise<void> {
  await lockRow(transaction, accountRow, { id: accountId });
  const counted = await countRows(transaction, jobs, { status: ['QUEUED', 'RUNNING', 'PAUSED'], accountId });
  if (counted >= maxJobs) throw new Problem('TOO_MANY_JOBS');
}
