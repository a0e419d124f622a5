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

/** Work that goes on after the answer, done by a worker in steps, again after a crash. */
export class Job {
  id!: string;
  /** Whose it is; none for the service's own. */
  accountId!: string | null;
  /** Which handler does it. */
  kind!: string;
  /** What the handler is given, as JSON. */
  input!: string;
  /** How far it is, as JSON of the handler's own. */
  progress!: string | null;
  status!: JobStatus;
  /** How often the step that is next was begun. */
  attempts!: number;
  /** Names the worker that does the step: one that lost its lease must not write. */
  lease!: string | null;
  createdAt!: Instant;
  /** When the next step is due, or when the worker that has it must have given a sign of life. */
  dueAt!: Instant;
  finishedAt!: Instant | null;
  error!: string | null;
}

/** How far a job that creates records is. */
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
 * Holds the job for the rest of the transaction and answers it as it is now. Null when it is not this worker's any more:
 * paused, cancelled, or taken over after the lease ended.
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
