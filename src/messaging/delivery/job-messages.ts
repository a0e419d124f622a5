import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import type { Job } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { now, realNow } from '../../kernel/values/instant.ts';
import { removeReceipts } from '../message/coupon-receipt.ts';
import type { MessageStatus } from '../message/message.ts';
import { wakeIntegration } from '../message/message-queue.ts';
import { isRetried } from './message-retry.ts';

/** Counts the messages of each job by status. */
export async function countMessages(
  connection: Connection,
  jobIds: readonly string[],
): Promise<Map<string, Map<MessageStatus, number>>> {
  const rows = await connection.rows<{ jobId: string; status: MessageStatus; amount: number }>(
    ...bind(
      `SELECT m.job_id AS jobId, m.status AS status, COUNT(*) AS amount FROM messages m
       WHERE m.job_id IN (:jobIds) GROUP BY m.job_id, m.status`,
      { jobIds },
    ),
  );
  const byJob = Map.groupBy(rows, ({ jobId }) => jobId);
  return new Map(
    jobIds.map((id) => [id, new Map((byJob.get(id) ?? []).map(({ status, amount }) => [status, Number(amount)]))]),
  );
}

/** Counts the messages of a job whose session was opened. */
export async function countOpened(connection: Connection, jobId: string): Promise<number> {
  const [counted] = await connection.rows<{ amount: number }>(
    `SELECT COUNT(*) AS amount FROM messages m JOIN coupon_sessions s ON s.session = m.session
     WHERE m.job_id = ? AND s.opened_at IS NOT NULL`,
    [jobId],
  );
  return Number(counted?.amount ?? 0);
}

/** The number of failed messages of a job with the same reason. */
export interface MessageFailures {
  reason: string | null;
  messages: number;
}

/** The maximum number of reasons in a list. Platforms may put an address into each. */
export const mostReasons = 20;

/** Counts the failed messages of a job by reason, the most frequent reasons first. */
export async function countFailures(connection: Connection, jobId: string): Promise<MessageFailures[]> {
  const rows = await connection.rows<MessageFailures>(
    `SELECT m.reason AS reason, COUNT(*) AS messages FROM messages m
     WHERE m.job_id = ? AND m.status = 'FAILED' GROUP BY m.reason ORDER BY COUNT(*) DESC, m.reason LIMIT ${mostReasons}`,
    [jobId],
  );
  return rows.map(({ reason, messages }) => ({ reason, messages: Number(messages) }));
}

/** Counts the messages of a job that are waiting or being sent. */
export async function countWaiting(connection: Connection, jobId: string): Promise<number> {
  const [counted] = await connection.rows<{ amount: number }>(
    `SELECT COUNT(*) AS amount FROM messages m WHERE m.job_id = ? AND m.status IN ('QUEUED', 'SENDING')`,
    [jobId],
  );
  return Number(counted?.amount ?? 0);
}

/** Holds the waiting messages of a job while it is paused, and cancels them when it is cancelled. */
export async function followJob(transaction: Transaction, { id, status }: Job): Promise<void> {
  if (status === 'CANCELLED') {
    await transaction.change(
      `UPDATE messages SET status = 'CANCELLED', due_at = NULL, finished_at = ?, reason = ? WHERE job_id = ? AND status = 'QUEUED'`,
      [now(), cancelled, id],
    );
    await later(transaction, freeReceiptsJob, { job: id });
  } else if (status === 'PAUSED') {
    await transaction.change(`UPDATE messages SET due_at = NULL WHERE job_id = ? AND status = 'QUEUED'`, [id]);
  } else await releaseMessages(transaction, id);
}

async function releaseMessages(transaction: Transaction, jobId: string): Promise<void> {
  const at = now();
  await transaction.change(`UPDATE messages SET due_at = ? WHERE job_id = ? AND status = 'QUEUED' AND due_at IS NULL`, [
    at,
    jobId,
  ]);
  const [message] = await transaction.rows<{ integrationId: string }>(
    'SELECT m.integration_id AS integrationId FROM messages m WHERE m.job_id = ? LIMIT 1',
    [jobId],
  );
  if (message) await wakeIntegration(transaction, message.integrationId, realNow());
}

const cancelled = 'The job was cancelled.';
const chunk = 200;

/**
 * Removes the receipts of messages that were cancelled with their job, a chunk in each step, because their addresses
 * did not receive the coupon.
 */
export const freeReceiptsJob = defineJob('freeReceiptsOfCancelled', { step: freeReceipts });

async function freeReceipts(database: Database, { job }: { job: string }): Promise<boolean> {
  const rows = await database.rows<{ id: string }>(
    `SELECT r.message_id AS id FROM messages m JOIN coupon_receipts r ON r.message_id = m.id
     WHERE m.job_id = ? AND m.status = 'CANCELLED' LIMIT ${chunk}`,
    [job],
  );
  if (rows.length === 0) return true;
  const ids = rows.map(({ id }) => id);
  await database.transaction((transaction) => removeReceipts(transaction, ids));
  return false;
}

/**
 * Holds or cancels messages that were given back or deferred and whose job is paused or cancelled. Cancels none of a job
 * whose messages a caller had sent again after that.
 */
export async function obeyJobs(
  transaction: Transaction,
  waiting: readonly { number: number; id: string; jobId: string | null }[],
): Promise<void> {
  const ids = [...new Set(waiting.flatMap(({ jobId }) => jobId ?? []))].sort();
  if (ids.length === 0) return;
  const stopped = await transaction.rows<Pick<Job, 'id' | 'status'>>(
    ...bind(`SELECT j.id AS id, j.status AS status FROM jobs j WHERE j.id IN (:ids) ${transaction.dialect.forShare}`, {
      ids,
    }),
  );
  for (const { id, status } of stopped) {
    const stopping = waiting.filter(({ jobId }) => jobId === id);
    const numbers = stopping.map(({ number }) => number);
    if (status === 'PAUSED')
      await transaction.change(...bind('UPDATE messages SET due_at = NULL WHERE number IN (:numbers)', { numbers }));
    if (status !== 'CANCELLED' || (await isRetried(transaction, id))) continue;
    await transaction.change(
      ...bind(
        `UPDATE messages SET status = 'CANCELLED', due_at = NULL, finished_at = :at, reason = :cancelled
         WHERE number IN (:numbers)`,
        { at: now(), cancelled, numbers },
      ),
    );
    // The job that removes the receipts of the other cancelled messages may already have ended.
    await removeReceipts(
      transaction,
      stopping.map((message) => message.id),
    );
  }
}
