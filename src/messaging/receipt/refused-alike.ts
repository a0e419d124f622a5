import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { findRow, findRows } from '../../kernel/database/rows.ts';
import { type Job, type JobStatus, jobRow, saveProgress } from '../../kernel/jobs/job.ts';
import { changeJob } from '../../kernel/jobs/job-control.ts';
import { type Message, messages } from '../message/message.ts';
import { removeOptOut } from '../opt-out/opt-out.ts';

interface SendingProgress {
  /** The last message that was being sent when the service paused the job. Only failures after it count. */
  judgedUpTo?: number;
}

/** The `error` of a job that the service paused. */
const refusedAlike = 'REFUSED_ALIKE';

const running: JobStatus[] = ['QUEUED', 'RUNNING'];

/** How many failures are compared while messages are waiting. */
const sample = 20;

/**
 * The minimum number of failures for a pause, if the send ends before it has `sample` of them. A small group may
 * consist of only four dead addresses.
 */
const fewest = 5;

/** More messages than can fail before a job is paused. */
const maxRefused = 1000;

/**
 * Pauses jobs whose latest messages have mostly failed for the same reason. The sender or the platform is then probably
 * at fault.
 */
export async function pauseRefusedJobs(
  database: Database,
  failed: readonly Pick<Message, 'jobId' | 'accountId'>[],
): Promise<void> {
  const jobs = new Map(failed.flatMap(({ jobId, accountId }) => (jobId ? [[jobId, accountId] as const] : [])));
  for (const [id, accountId] of jobs) {
    const which = { id, accountId };
    if (!(await isRefusedAlike(database, await findRow(database, jobRow, which)))) continue;
    await database.transaction(async (transaction) => {
      // The job may have been paused and resumed in the meantime.
      const job = await findRow(transaction, jobRow, which, 'exclusive');
      if (!job || !(await isRefusedAlike(transaction, job))) return;
      await changeJob(transaction, which, running, 'PAUSED', refusedAlike);
      await takeBackBounces(transaction, job, accountId);
      const judgedUpTo = await lastOnItsWay(transaction, id);
      await saveProgress(transaction, job, { ...progressOf(job), judgedUpTo });
    });
  }
}

/** Whether the service has paused the job. Then its refusals prove nothing about the recipients. */
export async function isPausedAsRefusedAlike(
  connection: Connection,
  which: Pick<Job, 'id' | 'accountId'>,
): Promise<boolean> {
  const job = await findRow(connection, jobRow, which);
  return job?.status === 'PAUSED' && job.error === refusedAlike;
}

/** Removes opt-outs that bounces have caused, because the platform refused every recipient. */
async function takeBackBounces(transaction: Transaction, job: Job, accountId: string): Promise<void> {
  const { judgedUpTo = 0 } = progressOf(job);
  const failures = (await latestFailures(transaction, job.id, maxRefused)).filter(({ number }) => number > judgedUpTo);
  const alike = Map.groupBy(failures, ({ reason }) => kindOf(reason ?? ''));
  const [largest = []] = [...alike.values()].sort((one, other) => other.length - one.length);
  for (const { channel, addressKey: address } of largest)
    if (address !== null) await removeOptOut(transaction, { accountId, channel, address }, 'BOUNCED');
}

/** Returns the reason why the service paused the job, or null if it did not. */
export async function findPauseReason(connection: Connection, job: Job): Promise<string | null> {
  if (job.status !== 'PAUSED' || job.error !== refusedAlike) return null;
  const [newest] = await latestFailures(connection, job.id, 1);
  return `Most of the latest messages failed for the same reason: ${newest?.reason ?? 'no reason given'}`;
}

async function isRefusedAlike(connection: Connection, job: Job | null): Promise<boolean> {
  if (!job || !running.includes(job.status)) return false;
  const { judgedUpTo = 0 } = progressOf(job);
  const failures = (await latestFailures(connection, job.id, sample)).filter(({ number }) => number > judgedUpTo);
  const oldest = failures.at(-1);
  if (!oldest || failures.length < fewest) return false;
  if (failures.length < sample && (await isAcceptedOrOpen(connection, job.id, judgedUpTo))) return false;
  const accepted = await connection.rows(
    `SELECT 1 FROM messages m ${connection.dialect.useIndex('messages_job')}
     WHERE m.job_id = ? AND m.status IN ('SENT', 'DELIVERED') AND m.created_at >= ? AND m.number > ? LIMIT ${sample}`,
    [job.id, oldest.createdAt, oldest.number],
  );
  const alike = Map.groupBy(failures, ({ reason }) => kindOf(reason ?? ''));
  const largest = Math.max(...[...alike.values()].map(({ length }) => length));
  return largest * 2 > failures.length + accepted.length;
}

/** Whether any later message was accepted, is being sent, or has not been tried yet. */
async function isAcceptedOrOpen(connection: Connection, jobId: string, judgedUpTo: number): Promise<boolean> {
  const [found] = await connection.rows(
    `SELECT 1 FROM messages m ${connection.dialect.useIndex('messages_job')} WHERE m.job_id = ? AND m.number > ?
     AND (m.status IN ('SENT', 'DELIVERED', 'SENDING') OR m.status = 'QUEUED' AND m.failures = 0) LIMIT 1`,
    [jobId, judgedUpTo],
  );
  return found !== undefined;
}

/** Returns the highest number among the latest failures and the messages being sent. */
async function lastOnItsWay(connection: Connection, jobId: string): Promise<number> {
  const sending = await findRows(
    connection,
    messages,
    { jobId, status: 'SENDING' },
    { select: ['number'], index: 'messages_job' },
  );
  const failed = await latestFailures(connection, jobId, sample);
  return Math.max(...[...sending, ...failed].map(({ number }) => number));
}

function latestFailures(connection: Connection, jobId: string, limit: number) {
  return findRows(
    connection,
    messages,
    { jobId, status: 'FAILED' },
    {
      select: ['number', 'channel', 'addressKey', 'reason', 'createdAt'],
      order: { createdAt: 'DESC', number: 'DESC' },
      take: limit,
      index: 'messages_job',
    },
  );
}

function progressOf({ progress }: Job): SendingProgress {
  return JSON.parse(progress ?? '{}') as SendingProgress;
}

const isCode = /^\(?\d{3,5}\)?[.,:]?$|^\d\.\d{1,3}\.\d{1,3}$/;

/** Removes what differs between messages: addresses, numbers and ids. */
function kindOf(reason: string): string {
  const words = reason.toLowerCase().split(/\s+/);
  return words.filter((word) => isCode.test(word) || !/[\d@/]/.test(word)).join(' ');
}
