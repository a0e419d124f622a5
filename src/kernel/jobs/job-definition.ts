import type { Database, Transaction } from '../database/database.ts';
import { ExtensionPoint } from '../extension-point.ts';
import type { Job } from './job.ts';

/** A kind of job: its name, which is stored in the table `jobs` and must never change, and the input of its jobs. */
export interface JobKind<Input extends object> {
  readonly kind: string;
  inputOf(job: Job): Input;
}

export function jobKind<Input extends object>(kind: string): JobKind<Input> {
  return { kind, inputOf: ({ input }) => JSON.parse(input) as Input };
}

/**
 * Runs one step of a job and returns whether it was the last one, or after how many seconds the next step is due. A
 * step may run again after a crash, so its changes and the saved progress belong in one transaction. A `Problem` ends
 * the job; after any other failure the step is retried.
 */
export type Handler = (database: Database, job: Job) => Promise<boolean | number>;

export interface JobDefinition<Input extends object = object> extends JobKind<Input> {
  readonly step: Handler;
  /** Runs when a job of this kind is paused, resumed or cancelled, in the same transaction. */
  readonly onStatus?: ((transaction: Transaction, job: Job) => Promise<void>) | undefined;
  /** Runs when a job of this kind is cancelled or fails, in the same transaction. */
  readonly onEarlyEnd?: ((transaction: Transaction, job: Job) => Promise<void>) | undefined;
}

/** Declares how jobs of a kind run. `step` receives the input with which the job was queued. */
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

/** The definitions of all kinds of jobs, for code that changes the status of any job. */
export const jobDefinitions = new ExtensionPoint<JobDefinition>('jobDefinitions');

/** Returns the definition of a kind. Processes of another version may have queued jobs of kinds that this one lacks. */
export function definitionOf({ kind }: Job): JobDefinition | undefined {
  return jobDefinitions.extensions.find((definition) => definition.kind === kind);
}
