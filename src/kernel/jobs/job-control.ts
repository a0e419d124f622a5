import type { Transaction } from '../database/database.ts';
import { lockRow, updateRows } from '../database/rows.ts';
import { now, realNow } from '../values/instant.ts';
import { type Job, type JobStatus, jobRow, jobs } from './job.ts';
import { definitionOf } from './job-definition.ts';

export async function changeJob(
  transaction: Transaction,
  which: { id: string; accountId: string },
  from: readonly JobStatus[],
  status: 'QUEUED' | 'PAUSED' | 'CANCELLED',
  error: string | null = null,
): Promise<Job> {
  const job = await lockRow(transaction, jobRow, which);
  if (!from.includes(job.status)) return job;
  const changes = { status, error, attempts: 0, dueAt: realNow(), finishedAt: status === 'CANCELLED' ? now() : null };
  await updateRows(transaction, jobs, { id: job.id }, changes);
  Object.assign(job, changes);
  const definition = definitionOf(job);
  await definition?.onStatus?.(transaction, job);
  if (status === 'CANCELLED') await definition?.onEarlyEnd?.(transaction, job);
  transaction.signal('jobs');
  return job;
}
