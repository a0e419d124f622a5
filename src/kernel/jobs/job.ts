import { column, columnsOf, type Stored, selectList, table } from '../database/columns.ts';
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

export type Job = Stored<typeof jobs>;

export const jobs = table({
  name: 'Job',
  tableName: 'jobs',
  columns: {
    id: column.key(column.text(20)),
    /** Null if the job belongs to the service itself. */
    accountId: column.textOrNull(20),
    /** Lanes take turns. Jobs of the service have a lane for each account that caused them. */
    lane: column.text(30),
    kind: column.text(40),
    input: column.longText,
    progress: column.longTextOrNull,
    status: column.text<JobStatus>(10),
    attempts: column.integer,
    /** The lease of a worker. A worker that has lost its lease must not write. */
    lease: column.textOrNull(20),
    createdAt: column.instant,
    /** When the next step is due. While a step runs, when its lease ends. Always in real time. */
    dueAt: column.instant,
    finishedAt: column.instantOrNull,
    error: column.longTextOrNull,
  },
  indices: [
    { name: 'jobs_due', columns: ['status', 'dueAt'] },
    { name: 'jobs_lane', columns: ['status', 'lane', 'dueAt'] },
    { name: 'jobs_account', columns: ['accountId', 'createdAt'] },
  ],
});

export const jobRow = rowOf(jobs, { missing: 'JOB_NOT_FOUND' });

export const jobColumns = selectList(columnsOf(jobs, 'j'));

/** Locks the job for a step. Returns null if it was paused, cancelled or claimed by another worker. */
export async function holdJob(transaction: Transaction, { id, lease }: Job): Promise<Job | null> {
  return findRow(transaction, jobs, { id, lease, status: 'RUNNING' }, 'exclusive');
}

export async function saveProgress(transaction: Transaction, { id }: Job, progress: object): Promise<void> {
  await updateRows(transaction, jobs, { id }, { progress: JSON.stringify(progress) });
}
