import type { Transaction } from '../database/database.ts';
import { holdJob, saveProgress } from './job.ts';
import { defineJob, type JobDefinition } from './job-definition.ts';

/** The pause between steps, so that the job hardly slows down other work. */
const breathSeconds = 0.05;

interface Progress<Key> {
  /** The key of the last row of the previous step. */
  after: Key;
}

/**
 * Declares a job that goes through the rows of a table in the order of their numbers or ids. `next` handles some rows
 * after a key and returns the key of the last one, or null when none are left. It commits together with the progress.
 * `start` is before all keys.
 */
export function defineWalk<Key extends number | string = number>(
  kind: string,
  next: (transaction: Transaction, after: Key) => Promise<Key | null>,
  start = 0 as Key,
): JobDefinition {
  return defineJob(kind, {
    step: (database, _input, job) =>
      database.transaction(async (transaction) => {
        const held = await holdJob(transaction, job);
        if (!held) return breathSeconds;
        const { after }: Progress<Key> = held.progress ? JSON.parse(held.progress) : { after: start };
        const last = await next(transaction, after);
        if (last === null) return true;
        await saveProgress(transaction, job, { after: last } satisfies Progress<Key>);
        return breathSeconds;
      }),
  });
}
