import { mutation } from '../kernel/api/mutation.ts';
import { changeJob } from '../kernel/jobs/job-control.ts';
import { jobIdOnly } from './job.inputs.ts';
import { JobType } from './job.type.ts';

mutation({
  name: 'pauseJob',
  description:
    'Stops a job until `resumeJob`. Nothing that it sends goes out meanwhile, except what is being handed over at this moment. One that is paused or has ended stays as it is.',
  scope: 'WRITE',
  input: jobIdOnly,
  type: JobType,
  problems: ['JOB_NOT_FOUND'],
  run: ({ input, viewer, transaction }) => {
    const where = { id: input.id, accountId: viewer.account.id };
    return changeJob(transaction, where, ['QUEUED', 'RUNNING'], 'PAUSED');
  },
});
