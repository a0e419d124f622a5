import { mutation } from '../kernel/api/mutation.ts';
import { changeJob } from '../kernel/jobs/job-control.ts';
import { jobIdOnly } from './job.inputs.ts';
import { JobType } from './job.type.ts';

mutation({
  name: 'cancelJob',
  description:
    'Ends a job early: nothing more is done for it from now on, and what it was to send and has not gone out yet never does. What it had done stays. One that has ended stays as it is.',
  scope: 'WRITE',
  input: jobIdOnly,
  type: JobType,
  problems: ['JOB_NOT_FOUND'],
  run: ({ input, viewer, transaction }) => {
    const where = { id: input.id, accountId: viewer.account.id };
    return changeJob(transaction, where, ['QUEUED', 'RUNNING', 'PAUSED'], 'CANCELLED');
  },
});
