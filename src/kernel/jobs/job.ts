import { EntitySchema } from 'typeorm';
import {
  columnsOf,
  instant,
  instantOrNull,
  longText,
  longTextOrNull,
  selectList,
  text,
  textOrNull,
} from '../database/columns.ts';
import type { Transaction } from '../database/database.ts';
import type { Instant } from '../values/instant.ts';

export type JobStatus = 'QUEUED' | 'RUNNING' | 'PAUSED' | 'DONE' | 'FAILED' | 'CANCELLED';

/** Work that continues after the response. A worker runs it in steps and continues it after a crash. */
export class Job {
  id!: string;
  /** The account that owns the job; null for jobs of the service itself. */
  accountId!: string | null;
  /** Selects the handler. */
  kind!: string;
  /** The input of the handler, as JSON. */
  input!: string;
  /** The progress, as JSON in a format of the handler's choice. */
  progress!: string | null;
  status!: JobStatus;
  /** The number of times that the next step was started. */
  attempts!: number;
  /** Identifies the worker that runs the step: a worker that has lost its lease must not write. */
  lease!: string | null;
  createdAt!: Instant;
  /** When the next step is due or, while a step runs, when its lease ends. */
  dueAt!: Instant;
  finishedAt!: Instant | null;
  error!: string | null;
}

/** The progress of a job that creates many items. */
export interface JobProgress {
  requested: number;
  created: number;
  collisions: number;
  firstSequence: number;
  lastSequence: number;
}

export const jobs = new EntitySchema<Job>({
  name: 'Job',
  tableName: 'jobs',
  target: Job,
  columns: {
    id: { ...text(20), primary: true },
    accountId: textOrNull(20),
    kind: text(40),
    input: longText,
    progress: longTextOrNull,
    status: text(10),
    attempts: { type: 'integer' },
    lease: textOrNull(20),
    createdAt: instant,
    dueAt: instant,
    finishedAt: instantOrNull,
    error: longTextOrNull,
  },
  indices: [{ name: 'jobs_due', columns: ['status', 'dueAt'] }],
});

export const jobColumns = selectList(columnsOf(jobs, 'j'));

/**
 * Locks the job until the transaction ends and returns its current state. Returns null when this worker has lost the
 * job: it was paused, cancelled, or claimed by another worker after the lease ended.
 */
export async function holdJob(transaction: Transaction, { id, lease }: Job): Promise<Job | null> {
  const [job] = await transaction.rows<Job>(
    `SELECT ${jobColumns} FROM jobs j WHERE j.id = ? AND j.lease = ? AND j.status = 'RUNNING' ${transaction.dialect.forUpdate}`,
    [id, lease],
  );
  return job ?? null;
}

export async function saveProgress(transaction: Transaction, { id }: Job, progress: object): Promise<void> {
  await transaction.change('UPDATE jobs SET progress = ? WHERE id = ?', [JSON.stringify(progress), id]);
}
