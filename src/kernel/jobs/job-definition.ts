import type { Database, Transaction } from '../database/database.ts';
import { ExtensionPoint } from '../extension-point.ts';
import type { Job } from './job.ts';

/** The name is stored in the table `jobs` and must never change. */
export interface JobKind<Input extends object> {
  readonly kind: string;
  inputOf(job: Job): Input;
}

export function jobKind<Input extends object>(kind: string): JobKind<Input> {
  return { kind, inputOf: ({ input }) => JSON.parse(input) as Input };
}

/**
 * Performs a step. Returns true when the job is done, or the seconds to wait. Steps may run twice, so save the progress
 * together with the changes. A `Problem` ends the job.
 */
export type Handler = (database: Database, job: Job) => Promise<boolean | number>;

export interface JobDefinition<Input extends object = object> extends JobKind<Input> {
  readonly step: Handler;
  /** Called on pause, resume and cancel, in the same transaction. */
  readonly onStatus?: ((transaction: Transaction, job: Job) => Promise<void>) | undefined;
  /** Called on cancellation or failure, in the same transaction. */
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

/** Returns the definition, or undefined for kinds queued by another version. */
export function definitionOf({ kind }: Job): JobDefinition | undefined {
  return jobDefinitions.extensions.find((definition) => definition.kind === kind);
}
