import { In, MoreThanOrEqual, Not } from 'typeorm';
import type { Connection } from '../kernel/database/database.ts';
import { countRows } from '../kernel/database/rows.ts';
import { type Job, jobs } from '../kernel/jobs/job.ts';
import { daysAgo, inRealTime, toDate } from '../kernel/values/instant.ts';

/** The days from the request of a file that a job makes until its removal, finished or not. */
export const fileKeptDays = 1;

/** Whether the file of a job is removed, or will never be finished. */
export function isOver({ createdAt }: Pick<Job, 'createdAt'>): boolean {
  return createdAt < daysAgo(fileKeptDays);
}

/** Returns the time in milliseconds at which the file of a job is removed. */
export function endOfFile({ createdAt }: Pick<Job, 'createdAt'>): number {
  return toDate(createdAt).getTime() + fileKeptDays * 24 * 3600 * 1000;
}

/** Returns how many files of a kind of job an account has, with those that are being made: by their due times, which are real. */
export async function countFiles(connection: Connection, accountId: string, kind: string): Promise<number> {
  const counted = await countRows(connection, jobs, {
    accountId,
    dueAt: MoreThanOrEqual(inRealTime(daysAgo(fileKeptDays))),
    kind,
    status: Not(In(['FAILED', 'CANCELLED'])),
  });
  return counted;
}
