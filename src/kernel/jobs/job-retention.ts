import type { Database } from '../database/database.ts';
import { bind } from '../database/statement.ts';
import { daysAgo } from '../values/instant.ts';
import { removeRows } from './removal.ts';

const chunk = 500;
/** Number of days for which an ended job shows what became of it. */
export const keptDaysOfJobs = 90;

/** Removes jobs that ended more than 90 days ago, and returns their number. */
export async function pruneJobs(database: Database): Promise<number> {
  // The due time of an ended job is about when it ended, in real time, and is in the index.
  const ended = await database.rows<{ id: string }>(
    ...bind(
      `SELECT j.id AS id FROM jobs j
       WHERE j.status IN ('DONE', 'FAILED', 'CANCELLED') AND j.due_at < :limit LIMIT ${chunk}`,
      { limit: daysAgo(keptDaysOfJobs) },
    ),
  );
  if (ended.length === 0) return 0;
  return database.transaction((transaction) =>
    transaction.change(...bind('DELETE FROM jobs WHERE id IN (:ids)', { ids: ended.map(({ id }) => id) })),
  );
}

/** Removes the jobs of an account. */
export const removeJobs = removeRows('jobs', 'account_id', 500);
