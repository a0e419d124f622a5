import { mutation } from '../api/mutation.ts';
import { changeJob } from '../kernel/jobs/job-control.ts';
import { jobIdOnly } from './job.inputs.ts';
import { JobType } from './job.type.ts';

mutation({
  name: 'cancelJob',
  description:
    'Cancels a job. The job does no more work, and its messages that have not gone out are never sent. Work that is done stays. A job that has ended does not change.',
  scope: 'WRITE',
  input: jobIdOnly,
  type: JobType,
  problems: ['JOB_NOT_FOUND'],
  run: ({ input, viewer, transaction }) => {
    const where = { id: input.id, accountId: viewer.account.id };
    return changeJob(transaction, where, ['QUEUED', 'RUNNING', 'PAUSED'], 'CANCELLED');
  },
});
