import { mutation } from '../api/mutation.ts';
import { changeJob } from '../kernel/jobs/job-control.ts';
import { jobIdOnly } from './job.inputs.ts';
import { JobType } from './job.type.ts';

mutation({
  name: 'resumeJob',
  description: 'Resumes a paused job where it stopped. Any other job does not change.',
  scope: 'WRITE',
  input: jobIdOnly,
  type: JobType,
  problems: ['JOB_NOT_FOUND'],
  run: ({ input, viewer, transaction }) =>
    changeJob(transaction, { id: input.id, accountId: viewer.account.id }, ['PAUSED'], 'QUEUED'),
});
