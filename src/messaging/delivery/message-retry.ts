import { Not } from 'typeorm';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { countRows, findRows } from '../../kernel/database/rows.ts';
import { holdJob, type Job, type JobProgress, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { fromNow, type Instant, now } from '../../kernel/values/instant.ts';
import { requireConnected } from '../integration/integration.ts';
import { findSessions, revertFinalFailures } from '../message/coupon-receipt.ts';
import { type MessageStatus, messages as messagesTable } from '../message/message.ts';
import { requeueMessages } from '../message/message-queue.ts';

export interface MessageRetry {
  job: string;
  statuses: MessageStatus[];
}

interface MessageKey {
  number: number;
  createdAt: Instant;
}

export interface RetryProgress extends Pick<JobProgress, 'requested' | 'created'> {
  statuses: number;
  after: MessageKey | null;
}

const chunk = 100;

/**
 * Limits how many messages of the job wait. Messages that are already queued are sent even if the retry is cancelled.
 */
const maxWaiting = 200;
/** Longer than any lease of a message. */
const leaseMilliseconds = 120_000;
const untilRoomSeconds = 0.5;

/**
 * Retries messages, except those whose session was removed. It reads each list once, so a message that fails again
 * stays failed.
 */
export const retryMessagesJob = defineJob('retryMessagesStep', { step: retryNext });

export function newProgress(requested: number): RetryProgress {
  return { requested, created: 0, statuses: 0, after: null };
}

async function retryNext(database: Database, { job: of, statuses }: MessageRetry, job: Job): Promise<boolean | number> {
  const progress = JSON.parse(job.progress ?? '') as RetryProgress;
  const status = statuses[progress.statuses];
  if (!status) return true;
  if (!(await hasRoom(database, of))) return untilRoomSeconds;
  const next = await nextMessages(database, { job: of, status }, progress.after);
  await database.transaction(async (transaction) => {
    if (!(await holdJob(transaction, job))) return;
    const created = progress.created + (await retryAll(transaction, next, status));
    const last = next.length === chunk ? (next.at(-1) ?? null) : null;
    const place = { statuses: progress.statuses + (last ? 0 : 1), after: last };
    await saveProgress(transaction, job, { ...progress, created, ...place });
  });
  return false;
}

export function countRetriable(connection: Connection, { job, statuses }: MessageRetry): Promise<number> {
  return countRows(connection, messagesTable, { jobId: job, status: statuses });
}

/** Whether a caller had the messages sent again after the job was cancelled. */
export async function isRetried(connection: Connection, jobId: string): Promise<boolean> {
  const retries = await connection.rows(
    `SELECT 1 FROM jobs j JOIN jobs r ON r.account_id = j.account_id AND r.created_at >= j.finished_at
     WHERE j.id = ? AND r.kind = ? AND r.input LIKE ? LIMIT 1`,
    [jobId, retryMessagesJob.kind, `{"job":"${jobId}"%`],
  );
  return retries.length > 0;
}

/** Whether the job may queue more messages. Deferred messages do not count, because they may wait for hours. */
async function hasRoom(connection: Connection, job: string): Promise<boolean> {
  const soon = fromNow(leaseMilliseconds);
  const waiting = await connection.rows(
    `SELECT 1 FROM messages m WHERE m.job_id = :job AND m.status IN ('QUEUED', 'SENDING') AND m.due_at <= :soon
       LIMIT ${maxWaiting - chunk + 1}`,
    { job, soon },
  );
  return waiting.length <= maxWaiting - chunk;
}

function nextMessages(
  database: Database,
  { job, status }: { job: string; status: MessageStatus },
  after: MessageKey | null,
): Promise<MessageKey[]> {
  const later = 'AND m.created_at >= :createdAt AND (m.created_at > :createdAt OR m.number > :number)';
  return database.rows<MessageKey>(
    `SELECT m.number AS number, m.created_at AS createdAt FROM messages m ${database.dialect.useIndex('messages_job')}
       WHERE m.job_id = :job AND m.status = :status ${after ? later : ''} ORDER BY m.created_at, m.number LIMIT ${chunk}`,
    { job, status, ...after },
  );
}

async function retryAll(transaction: Transaction, keys: readonly MessageKey[], status: MessageStatus): Promise<number> {
  if (keys.length === 0) return 0;
  const messages = await findRows(
    transaction,
    messagesTable,
    { number: keys.map(({ number }) => number), status, addressKey: Not('') },
    { order: { number: 'ASC' }, lock: 'exclusive' },
  );
  const sessions = await findSessions(
    transaction,
    messages.flatMap(({ session }) => session ?? []),
  );
  const there = messages.filter(({ session }) => session === null || sessions.has(session));
  for (const id of new Set(there.map(({ integrationId }) => integrationId))) await requireConnected(transaction, id);
  if (status === 'FAILED') await revertFinalFailures(transaction, there);
  await requeueMessages(transaction, there, { at: now(), urgent: false });
  return there.length;
}
