import type { Logger } from 'pino';
import { atClockOf } from '../clocks/account-clocks.ts';
import type { Database } from '../database/database.ts';
import { plus, requireRow, updateRows } from '../database/rows.ts';
import { type Leased, newLeaseEnd } from '../leased-queue/lease.ts';
import { startLeasedQueue } from '../leased-queue/leased-queue.ts';
import { Problem } from '../problem.ts';
import type { Loop } from '../signals/signals.ts';
import { Activity, countFailure, measures } from '../telemetry/instrumentation.ts';
import { type Instant, now, toInstant } from '../values/instant.ts';
import { randomId } from '../values/random-ids.ts';
import { type Job, type JobStatus, jobColumns, jobIdShape, jobRow, jobs } from './job.ts';
import { definitionOf, type Handler } from './job-definition.ts';
import { type GroupsOf, JobRotation } from './job-rotation.ts';

const leaseSeconds = 5;
const maximumAttempts = 10;

/** One step per group, and a few in total, so that a blocked step does not stop all jobs. */
const limits = { inAll: 3, maxInAll: 3, first: 1, max: 1, min: 1 };
const maxTries = 4;

interface Owners {
  groupsOf: GroupsOf;
  mayRun: string;
}

interface Claimed extends Leased {
  job: Job;
}

export function startWorker(
  database: Database,
  handlers: Record<string, Handler>,
  log: Logger,
  { groupsOf, mayRun }: Owners,
): Loop {
  const rotation = new JobRotation(groupsOf);
  return startLeasedQueue<Claimed, null>({
    name: 'jobs',
    wakeups: database.signals.listen('jobs'),
    log,
    limits,
    parallel: () => 1,
    claim: async ({ busyLanes }) => {
      const claimed = await claimNext(database, rotation, mayRun, busyLanes);
      if (!claimed) return [];
      const item = { job: claimed.job, leaseEnd: newLeaseEnd(), urgent: true };
      return [{ lane: claimed.group, items: [item], slots: null, inOrder: false }];
    },
    // A step stores its own outcome. Until then, its lease is extended.
    perform: async ({ job }) => {
      await runStep(database, handlers, log, job).catch((err: unknown) =>
        log.error({ err, job: job.id }, 'the outcome of a step was not written'),
      );
      return null;
    },
    released: null,
    effectOf: () => null,
    settle: async () => undefined,
  });
}

export async function runNext(
  database: Database,
  handlers: Record<string, Handler>,
  log: Logger,
  rotation = new JobRotation(async () => new Map()),
): Promise<boolean> {
  const claimed = await claimNext(database, rotation, '1 = 1');
  if (claimed) await runStep(database, handlers, log, claimed.job);
  return claimed !== null;
}

async function runStep(database: Database, handlers: Record<string, Handler>, log: Logger, job: Job): Promise<void> {
  const heartbeat = setInterval(
    () => void extendLease(database, job).catch(() => undefined),
    (leaseSeconds * 1000) / 3,
  );
  const began = performance.now();
  const activity = Activity.begin({ kind: 'INTERNAL', origin: 'SERVICE' });
  let failure: string | null = null;
  try {
    const handler = handlers[job.kind];
    if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
    const step = () => atClockOf(job.accountId, () => handler(database, job));
    const done = await (activity ? activity.run(step) : step());
    await (done === true ? finish(database, job, 'DONE', null) : requeue(database, job, Number(done), null));
  } catch (error) {
    failure = error instanceof Problem ? error.code : 'INTERNAL';
    log.error({ err: error, job: job.id, kind: job.kind }, 'job failed');
    const pause = Math.min(2 ** job.attempts, 3600) * (0.5 + Math.random());
    const failed = error instanceof Problem || job.attempts >= maximumAttempts;
    await (failed ? finish(database, job, 'FAILED', String(error)) : requeue(database, job, pause, String(error)));
  } finally {
    clearInterval(heartbeat);
    noteStep(job, activity, { failure, milliseconds: performance.now() - began });
  }
}

function noteStep(
  { id, kind, accountId }: Job,
  activity: Activity | null,
  { failure, milliseconds }: { failure: string | null; milliseconds: number },
): void {
  measures()?.steps.record(milliseconds / 1000, { kind, outcome: failure === null ? 'ok' : 'failed' });
  if (failure !== null) countFailure(accountId ?? '', `job ${kind}`, failure);
  activity?.end({
    name: `job ${kind}`,
    accountId: accountId ?? '',
    attributes: { 'campaigns.job': id },
    failure,
    milliseconds,
  });
}

interface DueLane {
  lane: string;
  status: JobStatus;
  dueAt: Instant;
}

/** Reads one row of the index for each lane, however many jobs are due. */
const dueLanes = `SELECT d.account_id AS lane, :status AS status, d.due_at AS dueAt FROM (
    SELECT j.lane AS account_id, MIN(j.due_at) AS due_at FROM jobs j WHERE j.status = :status GROUP BY j.lane
  ) d WHERE d.due_at <= :now`;

async function claimNext(
  database: Database,
  rotation: JobRotation,
  mayRun: string,
  busyGroups: readonly string[] = [],
) {
  const dueAs = (status: JobStatus) => database.rows<DueLane>(`${dueLanes} AND ${mayRun}`, { status, now: now() });
  const [queued, running] = await Promise.all([dueAs('QUEUED'), dueAs('RUNNING')]);
  // Of the jobs that are due at the same time, those that have not started come first.
  const due = [...queued, ...running].sort((one, other) => (one.dueAt < other.dueAt ? -1 : +(one.dueAt > other.dueAt)));
  if (due.length === 0) return null;
  const lanes = [...new Set(due.map(({ lane }) => lane))];
  const free = (await rotation.order(database, lanes)).filter(({ group }) => !busyGroups.includes(group));
  for (const { group, lanes: ofGroup } of free.slice(0, maxTries)) {
    const lanesOfGroup = new Set(ofGroup);
    const job = await claimOf(database, due.filter(({ lane }) => lanesOfGroup.has(lane)).slice(0, maxTries));
    if (!job) continue;
    rotation.note(group);
    return { job, group };
  }
  return null;
}

/** Claims a step. Its due time moves to the end of the lease, so it becomes due again if the process dies. */
async function claimOf(database: Database, due: readonly DueLane[]): Promise<Job | null> {
  return database.transaction(async (transaction) => {
    for (const { lane, status } of due) {
      const [job] = await transaction.rows<Job>(
        `SELECT ${jobColumns} FROM jobs j WHERE j.status = :status AND j.lane = :lane AND j.due_at <= :now
           ORDER BY j.due_at LIMIT 1 ${transaction.dialect.forUpdateSkipLocked}`,
        { now: now(), lane, status },
      );
      if (!job) continue;
      const lease = randomId(jobIdShape);
      const dueAt = secondsFromNow(leaseSeconds);
      await updateRows(transaction, jobs, { id: job.id }, { status: 'RUNNING', attempts: plus(1), lease, dueAt });
      return { ...job, lease, attempts: job.attempts + 1 };
    }
    return null;
  });
}

async function extendLease(database: Database, { id, lease }: Job): Promise<void> {
  await database.transaction((transaction) =>
    updateRows(transaction, jobs, { id, lease, status: 'RUNNING' }, { dueAt: secondsFromNow(leaseSeconds) }),
  );
}

function requeue(database: Database, job: Job, seconds: number, error: string | null): Promise<void> {
  const attempts = error === null ? 0 : job.attempts;
  return leave(database, job, { status: 'QUEUED', dueAt: secondsFromNow(seconds), attempts, error });
}

function finish(database: Database, job: Job, status: 'DONE' | 'FAILED', error: string | null): Promise<void> {
  return atClockOf(job.accountId, () => leave(database, job, { status, finishedAt: now(), error }));
}

/** Gives a job back. Does nothing if this worker has lost it. */
async function leave(database: Database, { id, lease }: Job, changes: Partial<Job>): Promise<void> {
  await database.transaction(async (transaction) => {
    const left = await updateRows(transaction, jobs, { id, lease, status: 'RUNNING' }, changes);
    if (left === 0 || changes.status !== 'FAILED') return;
    const job = await requireRow(transaction, jobRow, { id });
    await definitionOf(job)?.onEarlyEnd?.(transaction, job);
  });
}

function secondsFromNow(seconds: number): string {
  return toInstant(new Date(Date.now() + seconds * 1000));
}
