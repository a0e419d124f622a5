import { EntitySchema } from 'typeorm';
import { type Instant, instant, instantOrNull, longText, longTextOrNull, text } from '../database/columns.ts';

export type JobStatus = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED';

/** Work that goes on after the answer, done by a worker, again after a crash. */
export class Job {
  id!: string;
  /** Which handler does it. */
  kind!: string;
  /** What the handler is given, as JSON. */
  input!: string;
  status!: JobStatus;
  attempts!: number;
  createdAt!: Instant;
  /** When it is due, or when the worker that has it must have given a sign of life. */
  dueAt!: Instant;
  finishedAt!: Instant | null;
  error!: string | null;
}

export const jobs = new EntitySchema<Job>({
  name: 'Job',
  tableName: 'jobs',
  target: Job,
  columns: {
    id: { ...text(20), primary: true },
    kind: text(40),
    input: longText,
    status: text(10),
    attempts: { type: 'integer' },
    createdAt: instant,
    dueAt: instant,
    finishedAt: instantOrNull,
    error: longTextOrNull,
  },
  indices: [{ name: 'jobs_due', columns: ['status', 'dueAt'] }],
});
