import type { Transaction } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { now } from '../values/instant.ts';
import { type Job, type JobStatus, jobs } from './job.ts';

/** What the work of a job does when somebody pauses, resumes or ends the job, in the transaction that says so. */
export type Reaction = (transaction: Transaction, job: Job) => Promise<void>;

const reactions = new Map<string, Reaction>();

/** Has jobs of a kind follow what becomes of them. */
export function reactTo(kind: string, reaction: Reaction): void {
  reactions.set(kind, reaction);
}

/** Gives a job of the account another status if it has one of these, and answers it as it is then. */
export async function changeJob(
  transaction: Transaction,
  where: { id: string; accountId: string },
  from: readonly JobStatus[],
  status: 'QUEUED' | 'PAUSED' | 'CANCELLED',
): Promise<Job> {
  const job = await transaction.manager.findOne(jobs, { where, ...transaction.dialect.lock('exclusive') });
  if (!job) throw new Problem('JOB_NOT_FOUND');
  if (!from.includes(job.status)) return job;
  const changes = { status, attempts: 0, dueAt: now(), finishedAt: status === 'CANCELLED' ? now() : null };
  await transaction.manager.update(jobs, { id: job.id }, changes);
  Object.assign(job, changes);
  await reactions.get(job.kind)?.(transaction, job);
  transaction.signal('jobs');
  return job;
}
