import { mutation } from '../kernel/api/mutation.ts';
import { changeJob } from '../kernel/jobs/job-control.ts';
import { jobIdOnly } from './job.inputs.ts';
import { JobType } from './job.type.ts';

mutation({
  name: 'resumeJob',
  description: 'Goes on with a job that is paused, where it was. Any other stays as it is.',
  scope: 'WRITE',
  input: jobIdOnly,
  type: JobType,
  problems: ['JOB_NOT_FOUND'],
  run: ({ input, viewer, transaction }) =>
    changeJob(transaction, { id: input.id, accountId: viewer.account.id }, ['PAUSED'], 'QUEUED'),
});
