import type { Database, Transaction } from '../database/database.ts';
import { ExtensionPoint } from '../extension-point.ts';
import type { Job } from './job.ts';

/** A kind of jobs: its name, which stands in the table `jobs` and never changes, and what such a job is given. */
export interface JobKind<Input extends object> {
  readonly kind: string;
  inputOf(job: Job): Input;
}

export function jobKind<Input extends object>(kind: string): JobKind<Input> {
  return { kind, inputOf: ({ input }) => JSON.parse(input) as Input };
}

/**
 * Does one step of a job and returns whether it was the last, or after how many seconds the next one is due. A step may be
 * done again after a crash, so what it writes and the progress that it notes belong in one transaction. A problem ends
 * the job; after any other failure the step is tried again.
 */
export type Handler = (database: Database, job: Job) => Promise<boolean | number>;

export interface JobDefinition<Input extends object = object> extends JobKind<Input> {
  readonly step: Handler;
  /** Runs when somebody pauses, resumes or cancels a job of this kind, in the same transaction. */
  readonly onStatus?: ((transaction: Transaction, job: Job) => Promise<void>) | undefined;
}

/** Declares how jobs of a kind are done. What `step` takes as its input is what the kind's jobs are queued with. */
export function defineJob<Input extends object>(
  kind: string,
  {
    step,
    onStatus,
  }: {
    step: (database: Database, input: Input, job: Job) => Promise<boolean | number>;
    onStatus?: JobDefinition['onStatus'];
  },
): JobDefinition<Input> {
  const named = jobKind<Input>(kind);
  return { ...named, step: (database, job) => step(database, named.inputOf(job), job), onStatus };
}

/** Every kind of jobs, for what changes the status of any of them. */
export const jobDefinitions = new ExtensionPoint<JobDefinition>('jobDefinitions');
