import { In, MoreThanOrEqual, Not } from 'typeorm';
import type { Connection } from '../kernel/database/database.ts';
import { countRows } from '../kernel/database/rows.ts';
import { type Job, jobs } from '../kernel/jobs/job.ts';
import { daysAgo, inRealTime, toDate } from '../kernel/values/instant.ts';

/** How many days after its request a file is removed, even if it is not finished. */
export const fileKeptDays = 1;

/** Whether the file of a job has been removed, or will never be finished. */
export function isOver({ createdAt }: Pick<Job, 'createdAt'>): boolean {
  return createdAt < daysAgo(fileKeptDays);
}

export function endOfFile({ createdAt }: Pick<Job, 'createdAt'>): number {
  return toDate(createdAt).getTime() + fileKeptDays * 24 * 3600 * 1000;
}

/** Counts the files of an account, including unfinished ones. It compares due times of jobs, which are in real time. */
export async function countFiles(connection: Connection, accountId: string, kind: string): Promise<number> {
  const counted = await countRows(connection, jobs, {
    accountId,
    dueAt: MoreThanOrEqual(inRealTime(daysAgo(fileKeptDays))),
    kind,
    status: Not(In(['FAILED', 'CANCELLED'])),
  });
  return counted;
}
