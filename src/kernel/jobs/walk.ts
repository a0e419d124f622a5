import type { Transaction } from '../database/database.ts';
import { holdJob, saveProgress } from './job.ts';
import { defineJob, type JobDefinition } from './job-definition.ts';

/** The pause between steps, so that the job hardly slows down other work. */
const breathSeconds = 0.05;

interface Progress {
  /** The number of the last row of the previous step. */
  after: number;
}

/**
 * Declares a job that goes through the rows of a table in the order of their numbers. `next` handles some rows after a
 * number and returns the number of the last one, or null when none are left. It commits together with the progress.
 */
export function defineWalk(
  kind: string,
  next: (transaction: Transaction, after: number) => Promise<number | null>,
): JobDefinition {
  return defineJob(kind, {
    step: (database, _input, job) =>
      database.transaction(async (transaction) => {
        const held = await holdJob(transaction, job);
        if (!held) return breathSeconds;
        const { after }: Progress = held.progress ? JSON.parse(held.progress) : { after: 0 };
        const last = await next(transaction, after);
        if (last === null) return true;
        await saveProgress(transaction, job, { after: last } satisfies Progress);
        return breathSeconds;
      }),
  });
}
