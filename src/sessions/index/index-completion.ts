import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { dropIndexes } from '../../kernel/database/migration.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { defineWalk } from '../../kernel/jobs/walk.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import { addMarks, clearMarks } from './session-mark.ts';
import { addKeys, clearKeys } from './session-search-key.ts';

const sessionsAtOnce = 1000;

/** How long a process may still read an index after the last row has its marks and keys. */
const readingMinutes = 10;

/**
 * The mark of no session, which states that all sessions have their marks and keys. Its sequence id is the last one that
 * the previous version may have used.
 */
const completion = ['', 'complete', '1970-01-01 00:00:00.000'] as const;

/** The indexes of `coupon_sessions` that marks and keys replace. */
const formerIndexes = [
  { name: 'coupon_sessions_created', columnNames: ['coupon_id', 'created_at'] },
  { name: 'coupon_sessions_opened', columnNames: ['coupon_id', 'opened_at'] },
  { name: 'coupon_sessions_claimed', columnNames: ['coupon_id', 'claimed_at'] },
  { name: 'coupon_sessions_validated', columnNames: ['coupon_id', 'validated_at'] },
  { name: 'coupon_sessions_email', columnNames: ['account_id', 'email_key'] },
  { name: 'coupon_sessions_phone', columnNames: ['account_id', 'phone_key'] },
  { name: 'coupon_sessions_held', columnNames: ['held_until'] },
];

const completions = new WeakMap<Connection, number>();

/**
 * Returns whether all sessions have their marks and keys. Until then, lists and searches read the indexes of the previous
 * version, whose processes write no marks and keys.
 */
export async function isIndexComplete(connection: Connection): Promise<boolean> {
  return (await completedAfter(connection)) !== null;
}

/**
 * Returns the last sequence id that the previous version may have used, or null while sessions may lack marks and keys.
 * Sessions with later ids have the order of their creation.
 */
export async function completedAfter(connection: Connection): Promise<number | null> {
  const known = completions.get(connection);
  if (known !== undefined) return known;
  const [found] = await connection.rows<{ sequence: number }>(
    'SELECT sequence FROM session_marks WHERE coupon_id = ? AND kind = ? AND at = ?',
    completion,
  );
  if (found) completions.set(connection, found.sequence);
  return found?.sequence ?? null;
}

/** Adds the marks and keys of the sessions after a sequence id, up to another. */
export async function indexSessions(transaction: Transaction, range: { after: number; upTo: number }): Promise<void> {
  const where = 's.sequence > :after AND s.sequence <= :upTo';
  await addMarks(transaction, where, { ...range });
  await addKeys(transaction, where, { ...range });
}

/**
 * The job that makes the marks and keys of all sessions anew after the upgrade that adds them. A migration queues it for
 * a time when no process of the previous version runs.
 */
export const indexSessionsJob = defineWalk('indexSessions', indexNext);

async function indexNext(transaction: Transaction, after: number): Promise<number | null> {
  // The process may have died between the last step and the end of the job.
  if (await isIndexComplete(transaction)) return null;
  // Processes of the previous version have kept the marks and keys of sessions that they removed or unvalidated.
  if (after === 0 && (await clearSome(transaction))) return 0;
  const last = await endOfNext(transaction, after);
  if (last !== null) await indexSessions(transaction, { after, upTo: last });
  else await noteCompletion(transaction);
  return last;
}

/**
 * Returns the sequence id of the last one of the next sessions, or null when none are left. The locks keep the sessions
 * from changing until their marks and keys are written.
 */
async function endOfNext(transaction: Transaction, after: number): Promise<number | null> {
  const sessions = await transaction.rows<{ sequence: number }>(
    `SELECT s.sequence AS sequence FROM coupon_sessions s WHERE s.sequence > ?
     ORDER BY s.sequence LIMIT ${sessionsAtOnce} ${transaction.dialect.forShare}`,
    [after],
  );
  return sessions.at(-1)?.sequence ?? null;
}

/**
 * The job that makes the keys of the custom ids of all sessions after the upgrade that adds them. A migration queues it
 * for a time when no process of the previous version runs.
 */
export const indexCustomIdsJob = defineWalk('indexCustomIds', async (transaction, after) => {
  const last = await endOfNext(transaction, after);
  const where = 's.sequence > :after AND s.sequence <= :upTo';
  if (last !== null) await addKeys(transaction, where, { after, upTo: last }, ['customId']);
  return last;
});

/** Returns whether more may be left. Rows that others add meanwhile do not matter. */
async function clearSome(transaction: Transaction): Promise<boolean> {
  const marks = await clearMarks(transaction, sessionsAtOnce);
  const keys = await clearKeys(transaction, sessionsAtOnce);
  return marks === sessionsAtOnce || keys === sessionsAtOnce;
}

async function noteCompletion(transaction: Transaction): Promise<void> {
  await transaction.change(
    `INSERT INTO session_marks (coupon_id, kind, at, sequence) SELECT ?, ?, ?, q.value FROM sequences q WHERE q.name = 'session'`,
    completion,
  );
  const dueAt = toInstant(new Date(Date.now() + readingMinutes * 60_000));
  await later(transaction, dropSessionIndexesJob, {}, { dueAt });
}

/** The job that drops the indexes of the previous version, which no process reads any more. */
export const dropSessionIndexesJob = defineJob('dropSessionIndexes', {
  step: async (database) => {
    await dropIndexes(database, 'coupon_sessions', formerIndexes);
    return true;
  },
});
