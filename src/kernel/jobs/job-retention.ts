import { LessThan } from 'typeorm';
import type { Database } from '../database/database.ts';
import { pruneRows } from '../database/rows.ts';
import { daysAgo } from '../values/instant.ts';
import { type JobStatus, jobs } from './job.ts';
import { removeRows } from './removal.ts';

export const keptDaysOfJobs = 90;

const ended: JobStatus[] = ['DONE', 'FAILED', 'CANCELLED'];

export function pruneJobs(database: Database): Promise<number> {
  // This condition has an index. `dueAt` is close to the end of the job, in real time.
  const past = { status: ended, dueAt: LessThan(daysAgo(keptDaysOfJobs)) };
  return pruneRows(database, jobs, past);
}

export const removeJobs = removeRows('jobs', 'account_id', 500);
