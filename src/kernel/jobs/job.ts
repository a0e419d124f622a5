import {
  columnsOf,
  instant,
  instantOrNull,
  integer,
  key,
  longText,
  longTextOrNull,
  type Stored,
  selectList,
  table,
  text,
  textOrNull,
} from '../database/columns.ts';
import type { Transaction } from '../database/database.ts';
import { findRow, rowOf, updateRows } from '../database/rows.ts';
import type { IdShape } from '../values/random-ids.ts';

export const jobStatuses = ['QUEUED', 'RUNNING', 'PAUSED', 'DONE', 'FAILED', 'CANCELLED'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export interface JobProgress {
  requested: number;
  created: number;
  collisions: number;
  firstSequence: number;
  lastSequence: number;
}

export const jobIdShape: IdShape = ['job_', 16];

/** Work that continues after the response. A worker runs it in steps and continues it after a crash. */
export type Job = Stored<typeof jobs>;

export const jobs = table({
  name: 'Job',
  tableName: 'jobs',
  columns: {
    id: key(text(20)),
    /** The account that owns the job; null for jobs of the service itself. */
    accountId: textOrNull(20),
    kind: text(40),
    /** The input of the handler, as JSON. */
    input: longText,
    /** The progress, as JSON in a format of the handler's choice. */
    progress: longTextOrNull,
    status: text<JobStatus>(10),
    /** The number of times that the next step was started. */
    attempts: integer,
    /** Identifies the worker that runs the step: a worker that has lost its lease must not write. */
    lease: textOrNull(20),
    createdAt: instant,
    /** When the next step is due or, while a step runs, when its lease ends. In real time, also for test accounts. */
    dueAt: instant,
    finishedAt: instantOrNull,
    error: longTextOrNull,
  },
  indices: [
    { name: 'jobs_due', columns: ['status', 'dueAt'] },
    { name: 'jobs_account', columns: ['accountId', 'createdAt'] },
  ],
});

export const jobRow = rowOf(jobs, { missing: 'JOB_NOT_FOUND' });

export const jobColumns = selectList(columnsOf(jobs, 'j'));

/**
 * Locks the job until the transaction ends and returns its current state. Returns null when this worker has lost the
 * job: it was paused, cancelled, or claimed by another worker after the lease ended.
 */
export async function holdJob(transaction: Transaction, { id, lease }: Job): Promise<Job | null> {
  return findRow(transaction, jobs, { id, lease, status: 'RUNNING' }, 'exclusive');
}

export async function saveProgress(transaction: Transaction, { id }: Job, progress: object): Promise<void> {
  await updateRows(transaction, jobs, { id }, { progress: JSON.stringify(progress) });
}
