import type { Transaction } from '../database/database.ts';
import { insertRow } from '../database/rows.ts';
import { callingAccount } from '../values/event-loop.ts';
import { type Instant, now, realNow } from '../values/instant.ts';
import { randomId } from '../values/random-ids.ts';
import { type Job, jobIdShape, jobs } from './job.ts';
import type { JobKind } from './job-definition.ts';

export async function enqueue<Input extends object>(
  transaction: Transaction,
  { kind }: JobKind<Input>,
  input: NoInfer<Input>,
  options: { accountId?: string; progress?: object; dueAt?: Instant } = {},
): Promise<Job> {
  const job: Job = {
    id: randomId(jobIdShape),
    accountId: options.accountId ?? null,
    lane: options.accountId ?? laneOfService(),
    kind,
    input: JSON.stringify(input),
    progress: options.progress ? JSON.stringify(options.progress) : null,
    status: 'QUEUED',
    attempts: 0,
    lease: null,
    createdAt: now(),
    dueAt: options.dueAt ?? realNow(),
    finishedAt: null,
    error: null,
  };
  await insertRow(transaction, jobs, job);
  transaction.signal('jobs');
  return job;
}

/** Returns the lane of a job of the service that the caller's account has caused. */
export function laneOfService(): string {
  return `/${callingAccount() ?? ''}`;
}
