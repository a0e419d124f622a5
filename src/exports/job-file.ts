import { In, MoreThanOrEqual, Not } from 'typeorm';
import type { Connection } from '../kernel/database/database.ts';
import { countRows } from '../kernel/database/rows.ts';
import { type Job, jobs } from '../kernel/jobs/job.ts';
import { daysAgo, inRealTime, toDate } from '../kernel/values/instant.ts';

/** The days from the request of a file until its removal, whether it is finished or not. */
export const fileKeptDays = 1;

/** Whether the file of a job is removed, or will never be finished. */
export function isOver({ createdAt }: Pick<Job, 'createdAt'>): boolean {
  return createdAt < daysAgo(fileKeptDays);
}

export function endOfFile({ createdAt }: Pick<Job, 'createdAt'>): number {
  return toDate(createdAt).getTime() + fileKeptDays * 24 * 3600 * 1000;
}

/**
 * Counts the files of an account, including those that are still being made, by the due times of the jobs, which are
 * real times.
 */
export async function countFiles(connection: Connection, accountId: string, kind: string): Promise<number> {
  const counted = await countRows(connection, jobs, {
    accountId,
    dueAt: MoreThanOrEqual(inRealTime(daysAgo(fileKeptDays))),
    kind,
    status: Not(In(['FAILED', 'CANCELLED'])),
  });
  return counted;
}
