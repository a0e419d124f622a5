import { expect, test } from 'vitest';
import { findRows, updateRows } from '../../../src/kernel/database/rows.ts';
import { type Job, type JobStatus, jobs } from '../../../src/kernel/jobs/job.ts';
import { jobKind } from '../../../src/kernel/jobs/job-definition.ts';
import { enqueue } from '../../../src/kernel/jobs/job-queue.ts';
import { keptDaysOfJobs, pruneJobs } from '../../../src/kernel/jobs/job-retention.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { openOwn } from '../database/scratch.ts';

test('jobs are removed 90 days after their end, and others never', async () => {
  const { database } = await openOwn();
  const add = (status: JobStatus, days: number, ended = true): Promise<Job> =>
    database.transaction(async (transaction) => {
      const job = await enqueue(transaction, jobKind('note'), {});
      const changes = { status, dueAt: daysAgo(days), finishedAt: ended ? daysAgo(days) : null };
      await updateRows(transaction, jobs, { id: job.id }, changes);
      return job;
    });
  for (const status of ['DONE', 'FAILED', 'CANCELLED'] as const) await add(status, keptDaysOfJobs + 1);
  const kept = [
    await add('DONE', keptDaysOfJobs - 1),
    await add('PAUSED', 1000, false),
    await add('QUEUED', 1000, false),
    await add('RUNNING', 1000, false),
  ];

  expect(await pruneJobs(database)).toBe(3);
  expect(await pruneJobs(database)).toBe(0);

  const left = await findRows(database, jobs, {});
  expect(left.map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
});
