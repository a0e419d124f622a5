import { LessThan } from 'typeorm';
import type { Database } from '../database/database.ts';
import { deleteRows } from '../database/rows.ts';
import { daysAgo } from '../values/instant.ts';
import { type JobStatus, jobs } from './job.ts';
import { removeRows } from './removal.ts';

const chunk = 500;
export const keptDaysOfJobs = 90;

const ended: JobStatus[] = ['DONE', 'FAILED', 'CANCELLED'];

export function pruneJobs(database: Database): Promise<number> {
  // Indexed. About the end of the job, in real time.
  const past = { status: ended, dueAt: LessThan(daysAgo(keptDaysOfJobs)) };
  return database.transaction((transaction) => deleteRows(transaction, jobs, past, chunk));
}

export const removeJobs = removeRows('jobs', 'account_id', 500);
