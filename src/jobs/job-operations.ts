import { z } from 'zod';
import { mutation } from '../api/mutation.ts';
import { connection, query } from '../api/query.ts';
import type { Viewer } from '../api/viewer.ts';
import type { Transaction } from '../kernel/database/database.ts';
import { listPage } from '../kernel/database/list.ts';
import { requireRow } from '../kernel/database/rows.ts';
import { type JobStatus, jobRow, jobs as jobSchema } from '../kernel/jobs/job.ts';
import { changeJob } from '../kernel/jobs/job-control.ts';
import { jobId, jobIdOnly, jobKind, jobStatus, storedKindOf } from './job.inputs.ts';
import { JobType } from './job.type.ts';

query({
  name: 'job',
  description: 'A job of the account, with its progress.',
  scope: 'READ',
  input: z.object({ id: jobId }),
  type: JobType,
  problems: ['JOB_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireRow(database, jobRow, { id: input.id, accountId: viewer.account.id }),
});

const filter = z
  .object({
    kind: jobKind.nullish().meta({ description: 'Only jobs of this kind.' }),
    status: jobStatus.nullish().meta({ description: 'Only jobs with this status.' }),
  })
  .meta({ id: 'JobFilter', description: 'Filters jobs.' });

connection({
  name: 'jobs',
  description: 'The jobs of the account, newest first. Jobs are kept for 90 days after they end.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters jobs. Default: all jobs.' }) }),
  type: JobType,
  problems: [],
  run: ({ input: { filter }, viewer, database, page }) =>
    listPage(database, page, {
      source: jobSchema,
      where: { accountId: viewer.account.id },
      filter: { kind: filter?.kind && storedKindOf(filter.kind), status: filter?.status },
      index: 'jobs_account',
    }),
  keysOf: (job) => [job.createdAt, job.id],
});

interface Call {
  input: { id: string };
  viewer: Viewer;
  transaction: Transaction;
}

const changingStatus = (from: readonly JobStatus[], status: 'QUEUED' | 'PAUSED' | 'CANCELLED') =>
  ({
    scope: 'WRITE',
    input: jobIdOnly,
    type: JobType,
    problems: ['JOB_NOT_FOUND'],
    run: ({ input, viewer, transaction }: Call) =>
      changeJob(transaction, { id: input.id, accountId: viewer.account.id }, from, status),
  }) as const;

mutation({
  ...changingStatus(['QUEUED', 'RUNNING', 'PAUSED'], 'CANCELLED'),
  name: 'cancelJob',
  description:
    'Cancels a job. The job stops working, and its unsent messages are never sent. Completed work is kept. A job that has ended does not change.',
});

mutation({
  ...changingStatus(['QUEUED', 'RUNNING'], 'PAUSED'),
  name: 'pauseJob',
  description:
    'Pauses a job until `resumeJob`. While it is paused, no messages of the job are sent, except those being handed to the platform at that moment. A paused or ended job does not change.',
});

mutation({
  ...changingStatus(['PAUSED'], 'QUEUED'),
  name: 'resumeJob',
  description: 'Resumes a paused job where it stopped. A job that is not paused does not change.',
});
