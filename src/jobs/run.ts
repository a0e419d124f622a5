import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { columnsOf, now, selectList, toInstant } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { type Job, jobs } from './job.ts';

/** Does one job. It may be called again for the same job after a crash, so it continues where the data says. */
export type Handler = (database: Database, input: never) => Promise<void>;

const jobColumns = selectList(columnsOf(jobs, 'j'));
const pollMilliseconds = 250;
const leaseSeconds = 60;
const maximumAttempts = 10;

export interface Worker {
  /** Takes no further job and waits for the one that runs. */
  stop(): Promise<void>;
}

export function startWorker(database: Database, handlers: Record<string, Handler>, log: Logger): Worker {
  const stopping = new AbortController();
  const running = work(database, handlers, log, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function work(
  database: Database,
  handlers: Record<string, Handler>,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const busy = await runNext(database, handlers, log).catch((error: unknown) => {
      log.error({ err: error }, 'worker');
      return false;
    });
    if (!busy) await sleep(pollMilliseconds, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Does the job that is due first. Answers whether there was one. */
export async function runNext(database: Database, handlers: Record<string, Handler>, log: Logger): Promise<boolean> {
  const job = await claimNext(database);
  if (!job) return false;
  const heartbeat = setInterval(
    () => void extendLease(database, job.id).catch(() => undefined),
    (leaseSeconds * 1000) / 3,
  );
  try {
    const handler = handlers[job.kind];
    if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
    await handler(database, JSON.parse(job.input) as never);
    await finish(database, job.id, 'DONE', null);
  } catch (error) {
    log.error({ err: error, job: job.id, kind: job.kind }, 'job failed');
    await retryLater(database, job, String(error));
  } finally {
    clearInterval(heartbeat);
  }
  return true;
}

/** Takes a job by moving its due time to the end of a lease: when the process dies, it comes due again. */
async function claimNext(database: Database): Promise<Job | undefined> {
  const due = `SELECT ${jobColumns} FROM jobs j WHERE j.status IN ('QUEUED', 'RUNNING') AND j.due_at <= ? ORDER BY j.due_at LIMIT 1`;
  if ((await database.rows(due, [now()])).length === 0) return undefined;
  return database.transaction(async (transaction) => {
    const [job] = await transaction.rows<Job>(`${due} ${transaction.dialect.forUpdateSkipLocked}`, [now()]);
    if (!job) return undefined;
    await transaction.change(`UPDATE jobs SET status = 'RUNNING', attempts = attempts + 1, due_at = ? WHERE id = ?`, [
      secondsFromNow(leaseSeconds),
      job.id,
    ]);
    return { ...job, attempts: job.attempts + 1 };
  });
}

async function extendLease(database: Database, id: string): Promise<void> {
  await database.transaction((transaction) =>
    transaction.change(`UPDATE jobs SET due_at = ? WHERE id = ? AND status = 'RUNNING'`, [
      secondsFromNow(leaseSeconds),
      id,
    ]),
  );
}

async function retryLater(database: Database, job: Job, error: string): Promise<void> {
  if (job.attempts >= maximumAttempts) return finish(database, job.id, 'FAILED', error);
  const pause = Math.min(2 ** job.attempts, 3600) * (0.5 + Math.random());
  await database.transaction((transaction) =>
    transaction.change(`UPDATE jobs SET status = 'QUEUED', due_at = ?, error = ? WHERE id = ?`, [
      secondsFromNow(pause),
      error,
      job.id,
    ]),
  );
}

async function finish(database: Database, id: string, status: 'DONE' | 'FAILED', error: string | null): Promise<void> {
  await database.transaction((transaction) =>
    transaction.change('UPDATE jobs SET status = ?, finished_at = ?, error = ? WHERE id = ?', [
      status,
      now(),
      error,
      id,
    ]),
  );
}

function secondsFromNow(seconds: number): string {
  return toInstant(new Date(Date.now() + seconds * 1000));
}
