import { LessThan } from 'typeorm';
import type { Database } from '../database/database.ts';
import { deleteRows, findRows } from '../database/rows.ts';
import { daysAgo } from '../values/instant.ts';
import { jobs } from './job.ts';
import { removeRows } from './removal.ts';

const chunk = 500;
/** Number of days for which an ended job shows what became of it. */
export const keptDaysOfJobs = 90;

/** Removes jobs that ended more than 90 days ago, and returns their number. */
export async function pruneJobs(database: Database): Promise<number> {
  // The due time of an ended job is about when it ended, in real time, and is in the index.
  const ended = await findRows(
    database,
    jobs,
    { status: ['DONE', 'FAILED', 'CANCELLED'], dueAt: LessThan(daysAgo(keptDaysOfJobs)) },
    { select: ['id'], take: chunk },
  );
  if (ended.length === 0) return 0;
  return database.transaction((transaction) => deleteRows(transaction, jobs, { id: ended.map(({ id }) => id) }));
}

/** Removes the jobs of an account. */
export const removeJobs = removeRows('jobs', 'account_id', 500);
