import { mutation } from '../api/mutation.ts';
import type { Viewer } from '../api/viewer.ts';
import type { Transaction } from '../kernel/database/database.ts';
import type { JobStatus } from '../kernel/jobs/job.ts';
import { changeJob } from '../kernel/jobs/job-control.ts';
import { jobIdOnly } from './job.inputs.ts';
import { JobType } from './job.type.ts';

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
    'Pauses a job until `resumeJob`. Meanwhile, no messages of the job are sent, except those being handed to the platform at that moment. A paused or ended job does not change.',
});

mutation({
  ...changingStatus(['PAUSED'], 'QUEUED'),
  name: 'resumeJob',
  description: 'Resumes a paused job where it stopped. Any other job does not change.',
});
