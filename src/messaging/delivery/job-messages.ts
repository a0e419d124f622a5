import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { countRows, findRows, updateRows } from '../../kernel/database/rows.ts';
import { type Job, jobs } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { now, realNow } from '../../kernel/values/instant.ts';
import { removeReceipts } from '../message/coupon-receipt.ts';
import { type MessageStatus, messages as messagesTable } from '../message/message.ts';
import { wakeIntegration } from '../message/message-queue.ts';
import { isRetried } from './message-retry.ts';

export async function countMessages(
  connection: Connection,
  jobIds: readonly string[],
): Promise<Map<string, Map<MessageStatus, number>>> {
  const rows = await connection.rows<{ jobId: string; status: MessageStatus; amount: number }>(
    `SELECT m.job_id AS jobId, m.status AS status, COUNT(*) AS amount FROM messages m
       WHERE m.job_id IN (:jobIds) GROUP BY m.job_id, m.status`,
    { jobIds },
  );
  const byJob = Map.groupBy(rows, ({ jobId }) => jobId);
  return new Map(
    jobIds.map((id) => [id, new Map((byJob.get(id) ?? []).map(({ status, amount }) => [status, Number(amount)]))]),
  );
}

export async function countOpened(connection: Connection, jobId: string): Promise<number> {
  const [counted] = await connection.rows<{ amount: number }>(
    `SELECT COUNT(*) AS amount FROM messages m JOIN coupon_sessions s ON s.session = m.session
     WHERE m.job_id = ? AND s.opened_at IS NOT NULL`,
    [jobId],
  );
  return Number(counted?.amount ?? 0);
}

export interface MessageFailures {
  reason: string | null;
  messages: number;
}

/** The maximum number of reasons to list. Platforms may put an address into each reason, so there can be many. */
export const maxReasons = 20;

/** Counts failures by reason, the most frequent first. */
export async function countFailures(connection: Connection, jobId: string): Promise<MessageFailures[]> {
  const rows = await connection.rows<MessageFailures>(
    `SELECT m.reason AS reason, COUNT(*) AS messages FROM messages m
     WHERE m.job_id = ? AND m.status = 'FAILED' GROUP BY m.reason ORDER BY COUNT(*) DESC, m.reason LIMIT ${maxReasons}`,
    [jobId],
  );
  return rows.map(({ reason, messages }) => ({ reason, messages: Number(messages) }));
}

export function countWaiting(connection: Connection, jobId: string): Promise<number> {
  return countRows(connection, messagesTable, { jobId, status: ['QUEUED', 'SENDING'] });
}

export async function followJob(transaction: Transaction, { id, status }: Job): Promise<void> {
  if (status === 'CANCELLED') {
    await updateRows(
      transaction,
      messagesTable,
      { jobId: id, status: 'QUEUED' },
      { status: 'CANCELLED', dueAt: null, finishedAt: now(), reason: cancelled },
    );
    await enqueue(transaction, freeReceiptsJob, { job: id });
  } else if (status === 'PAUSED') {
    await updateRows(transaction, messagesTable, { jobId: id, status: 'QUEUED' }, { dueAt: null });
  } else await releaseMessages(transaction, id);
}

async function releaseMessages(transaction: Transaction, jobId: string): Promise<void> {
  const at = now();
  await updateRows(transaction, messagesTable, { jobId, status: 'QUEUED', dueAt: null }, { dueAt: at });
  const [message] = await findRows(transaction, messagesTable, { jobId }, { select: ['integrationId'], take: 1 });
  if (message) await wakeIntegration(transaction, message.integrationId, realNow());
}

const cancelled = 'The job was cancelled.';
const chunk = 200;

/** Removes the receipts of messages that were cancelled with their job: these addresses did not receive the coupon. */
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
 * Applies a pause or cancellation to messages that were given back or deferred. Cancels none of them if a caller has
 * retried them since.
 */
export async function obeyJobs(
  transaction: Transaction,
  waiting: readonly { number: number; id: string; jobId: string | null }[],
): Promise<void> {
  const ids = [...new Set(waiting.flatMap(({ jobId }) => jobId ?? []))].sort();
  if (ids.length === 0) return;
  const stopped = await findRows(transaction, jobs, { id: ids }, { select: ['id', 'status'], lock: 'shared' });
  for (const { id, status } of stopped) {
    const stopping = waiting.filter(({ jobId }) => jobId === id);
    const numbers = stopping.map(({ number }) => number);
    if (status === 'PAUSED') await updateRows(transaction, messagesTable, { number: numbers }, { dueAt: null });
    if (status !== 'CANCELLED' || (await isRetried(transaction, id))) continue;
    await updateRows(
      transaction,
      messagesTable,
      { number: numbers },
      { status: 'CANCELLED', dueAt: null, finishedAt: now(), reason: cancelled },
    );
    // The job that removes the receipts of the other cancelled messages may already have ended.
    await removeReceipts(
      transaction,
      stopping.map((message) => message.id),
    );
  }
}
