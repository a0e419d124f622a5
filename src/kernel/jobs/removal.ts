import type { Database } from '../database/database.ts';
import { now } from '../values/instant.ts';
import { defineJob, type JobDefinition, type JobKind, jobKind } from './job-definition.ts';

export type RemovalStep = (database: Database, id: string) => Promise<boolean>;

/** A kind of removal. Its input identifies what to remove: `{"coupon":"cam_…"}`. */
export interface RemovalKind<Subject extends string> extends JobKind<Record<Subject, string>> {
  readonly subject: Subject;
}

export function removalKind<Subject extends string>(kind: string, subject: Subject): RemovalKind<Subject> {
  return { ...jobKind<Record<Subject, string>>(kind), subject };
}

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

export function removeRows(table: string, column: string, chunk = 1000): RemovalStep {
  // Selects the rows first: for `IN (SELECT … LIMIT …)` in a DELETE, MariaDB scans the whole table.
  const deleteChunk = `DELETE FROM ${table} WHERE ${column} = ? LIMIT ${chunk}`;
  return async (database, id) => {
    const removed = await database.transaction((transaction) => transaction.change(deleteChunk, [id]));
    return removed === 0;
  };
}

/** Removes the row itself. It must be the last step, because other rows may refer to this row. */
export function removeDeleted(table: string): RemovalStep {
  return async (database, id) => {
    await database.transaction((transaction) =>
      transaction.change(`DELETE FROM ${table} WHERE id = ? AND deleted_at IS NOT NULL`, [id]),
    );
    return true;
  };
}

export type NextSubject = (database: Database, accountId: string) => Promise<string | null>;

export function nextDeleted(table: string): NextSubject {
  return async (database, accountId) => {
    const [found] = await database.rows<{ id: string }>(
      `SELECT t.id AS id FROM ${table} t WHERE t.account_id = ? LIMIT 1`,
      [accountId],
    );
    if (!found) return null;
    await database.transaction((transaction) =>
      transaction.change(`UPDATE ${table} SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL`, [now(), found.id]),
    );
    return found.id;
  };
}

export function removeEach(next: NextSubject, steps: readonly RemovalStep[]): RemovalStep {
  return async (database, accountId) => {
    const subject = await next(database, accountId);
    if (subject === null) return true;
    for (const step of steps) if (!(await step(database, subject))) return false;
    return false;
  };
}
