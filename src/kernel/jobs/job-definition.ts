import type { Database, Transaction } from '../database/database.ts';
import { ExtensionPoint } from '../extension-point.ts';
import type { Job } from './job.ts';

/** A kind of job. Its name is stored in the table `jobs`, so it must never change. */
export interface JobKind<Input extends object> {
  readonly kind: string;
  inputOf(job: Job): Input;
}

export function jobKind<Input extends object>(kind: string): JobKind<Input> {
  return { kind, inputOf: ({ input }) => JSON.parse(input) as Input };
}

/**
 * Performs a step. Returns true when the job is done, the seconds to wait before the next step, or false to continue
 * immediately. A step may run twice, so save the progress together with the changes. A `Problem` ends the job.
 */
export type Handler = (database: Database, job: Job) => Promise<boolean | number>;

export interface JobDefinition<Input extends object = object> extends JobKind<Input> {
  readonly step: Handler;
  /** Called in the transaction that pauses, resumes or cancels a job. */
  readonly onStatus?: ((transaction: Transaction, job: Job) => Promise<void>) | undefined;
  /** Called in the transaction that cancels a job, or in which it fails. */
  readonly onEarlyEnd?: ((transaction: Transaction, job: Job) => Promise<void>) | undefined;
}

export function defineJob<Input extends object>(
  kind: string,
  {
    step,
    onStatus,
    onEarlyEnd,
  }: {
    step: (database: Database, input: Input, job: Job) => Promise<boolean | number>;
    onStatus?: JobDefinition['onStatus'];
    onEarlyEnd?: JobDefinition['onEarlyEnd'];
  },
): JobDefinition<Input> {
  const named = jobKind<Input>(kind);
  return { ...named, step: (database, job) => step(database, named.inputOf(job), job), onStatus, onEarlyEnd };
}

export const jobDefinitions = new ExtensionPoint<JobDefinition>('jobDefinitions');

/** Returns the definition, or undefined for a kind that another version has queued. */
export function definitionOf({ kind }: Job): JobDefinition | undefined {
  return jobDefinitions.extensions.find((definition) => definition.kind === kind);
}
