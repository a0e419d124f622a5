import { expect } from 'vitest';
import type { Database } from '../../src/kernel/database/database.ts';
import { requireRow } from '../../src/kernel/database/rows.ts';
import { jobs } from '../../src/kernel/jobs/job.ts';
import { runNext } from '../../src/kernel/jobs/job-worker.ts';
import { createLog } from '../../src/main/process/log.ts';
import { handlers } from '../../src/main/registries/job-handlers.ts';

/** Prints unexpected failures, which a job would only retry later. */
const log = createLog('error');

/** Runs the step of a job that is due first, as a worker does, and returns whether there was one. */
export const runStep = (database: Database): Promise<boolean> => runNext(database, handlers, log);

/** Makes the next steps of waiting jobs due, as if their pauses had ended. */
export async function makeDue(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.change(`UPDATE jobs SET due_at = created_at WHERE status = 'QUEUED'`);
    transaction.signal('jobs');
  });
}

/** Waits until a job that a worker runs is complete. Leaves out the pauses between its steps. */
export async function untilDone(database: Database, id: string): Promise<void> {
  const status = async () => {
    await makeDue(database);
    return (await requireRow(database, jobs, { id })).status;
  };
  await expect.poll(status).toBe('DONE');
}

/** Runs jobs until none is due. Only for databases without other workers. */
export async function runJobs(database: Database): Promise<void> {
  while (await runStep(database));
}
