import type { Database } from '../database/database.ts';
import { defineJob, type JobDefinition, type JobKind, jobKind } from './job-definition.ts';

/**
 * Removes some of the rows that one noun keeps for something that was deleted, in a transaction of its own. Returns
 * whether none are left. A noun's steps name its own tables only.
 */
export type RemovalStep = (database: Database, id: string) => Promise<boolean>;

/** The kind of the jobs that remove something deleted. Their input names it: `{"coupon":"cam_…"}`. */
export interface RemovalKind<Subject extends string> extends JobKind<Record<Subject, string>> {
  readonly subject: Subject;
}

export function removalKind<Subject extends string>(kind: string, subject: Subject): RemovalKind<Subject> {
  return { ...jobKind<Record<Subject, string>>(kind), subject };
}

/** Removes something deleted a chunk at a time, so that no lock is held for long: each step until none of its rows are left. */
export function defineRemoval<Subject extends string>(
  { kind, subject }: RemovalKind<Subject>,
  steps: readonly RemovalStep[],
): JobDefinition<Record<Subject, string>> {
  return defineJob(kind, {
    step: async (database, input: Record<Subject, string>) => {
      for (const step of steps) if (!(await step(database, input[subject]))) return false;
      return true;
    },
  });
}

/** Removes rows of a table by the column that names what they belong to. */
export function removeRows(table: string, column: string, chunk = 1000): RemovalStep {
  // MariaDB reads the whole table for `IN (SELECT … LIMIT …)` in a DELETE.
  const deleteChunk = `DELETE FROM ${table} WHERE ${column} = ? LIMIT ${chunk}`;
  return async (database, id) => {
    const removed = await database.transaction((transaction) => transaction.change(deleteChunk, [id]));
    return removed === 0;
  };
}

/** Removes the row that was marked as deleted: the last step, as other rows may refer to it. */
export function removeDeleted(table: string): RemovalStep {
  return async (database, id) => {
    await database.transaction((transaction) =>
      transaction.change(`DELETE FROM ${table} WHERE id = ? AND deleted_at IS NOT NULL`, [id]),
    );
    return true;
  };
}
