import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type Loop, startLoop } from '../leased-queue/loop.ts';
import { Problem } from '../problem.ts';
import { newId } from '../values/ids.ts';
import { now, toInstant } from '../values/instant.ts';
import { type Job, type JobStatus, jobColumns } from './job.ts';
import type { Handler } from './job-definition.ts';

const leaseSeconds = 5;
const maximumAttempts = 10;

export function startWorker(database: Database, handlers: Record<string, Handler>, log: Logger): Loop {
  return startLoop('jobs', () => runNext(database, handlers, log), { wakeups: database.signals.listen('jobs'), log });
}

/** Runs the step that is due first and returns whether there was one. Other jobs may run between the steps of a job. */
export async function runNext(database: Database, handlers: Record<string, Handler>, log: Logger): Promise<boolean> {
  const job = await claimNext(database);
  if (!job) return false;
  const heartbeat = setInterval(
    () => void extendLease(database, job).catch(() => undefined),
    (leaseSeconds * 1000) / 3,
  );
  try {
    const handler = handlers[job.kind];
    if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
    const done = await handler(database, job);
    await (done === true ? finish(database, job, 'DONE', null) : requeue(database, job, Number(done), null));
  } catch (error) {
    log.error({ err: error, job: job.id, kind: job.kind }, 'job failed');
    const pause = Math.min(2 ** job.attempts, 3600) * (0.5 + Math.random());
    const failed = error instanceof Problem || job.attempts >= maximumAttempts;
    await (failed ? finish(database, job, 'FAILED', String(error)) : requeue(database, job, pause, String(error)));
  } finally {
    clearInterval(heartbeat);
  }
  return true;
}

/** Claims a step by moving its due time to the end of a lease. If the process dies, the step becomes due again. */
async function claimNext(database: Database): Promise<Job | undefined> {
  // Among jobs due in the same millisecond, those that have not started go first: their lease is NULL.
  const due = `SELECT ${jobColumns} FROM jobs j WHERE j.status IN ('QUEUED', 'RUNNING') AND j.due_at <= ?
    ORDER BY j.due_at, j.lease LIMIT 1`;
  if ((await database.rows(due, [now()])).length === 0) return undefined;
  return database.transaction(async (transaction) => {
    const [job] = await transaction.rows<Job>(`${due} ${transaction.dialect.forUpdateSkipLocked}`, [now()]);
    if (!job) return undefined;
    const lease = newId('job');
    await transaction.change(
      `UPDATE jobs SET status = 'RUNNING', attempts = attempts + 1, lease = ?, due_at = ? WHERE id = ?`,
      [lease, secondsFromNow(leaseSeconds), job.id],
    );
    return { ...job, lease, attempts: job.attempts + 1 };
  });
}

async function extendLease(database: Database, { id, lease }: Job): Promise<void> {
  await database.transaction((transaction) =>
    transaction.change(`UPDATE jobs SET due_at = ? WHERE id = ? AND lease = ? AND status = 'RUNNING'`, [
      secondsFromNow(leaseSeconds),
      id,
      lease,
    ]),
  );
}

/** Schedules the next step after a pause. Without an error, the count of attempts starts again. */
async function requeue(
  database: Database,
  { id, lease, attempts }: Job,
  seconds: number,
  error: string | null,
): Promise<void> {
  await database.transaction((transaction) =>
    transaction.change(
      `UPDATE jobs SET status = 'QUEUED', due_at = ?, attempts = ?, error = ? WHERE id = ? AND lease = ? AND status = 'RUNNING'`,
      [secondsFromNow(seconds), error === null ? 0 : attempts, error, id, lease],
    ),
  );
}

async function finish(database: Database, { id, lease }: Job, status: JobStatus, error: string | null): Promise<void> {
  await database.transaction((transaction) =>
    transaction.change(
      `UPDATE jobs SET status = ?, finished_at = ?, error = ? WHERE id = ? AND lease = ? AND status = 'RUNNING'`,
      [status, now(), error, id, lease],
    ),
  );
}

function secondsFromNow(seconds: number): string {
  return toInstant(new Date(Date.now() + seconds * 1000));
}
