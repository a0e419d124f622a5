import { mutation } from '../api/mutation.ts';
import { changeJob } from '../kernel/jobs/job-control.ts';
import { jobIdOnly } from './job.inputs.ts';
import { JobType } from './job.type.ts';

mutation({
  name: 'pauseJob',
  description:
    'Pauses a job until `resumeJob`. Meanwhile none of its messages goes out, except those being handed to the platform at this moment. A job that is paused or has ended does not change.',
  scope: 'WRITE',
  input: jobIdOnly,
  type: JobType,
  problems: ['JOB_NOT_FOUND'],
  run: ({ input, viewer, transaction }) => {
    const where = { id: input.id, accountId: viewer.account.id };
    return changeJob(transaction, where, ['QUEUED', 'RUNNING'], 'PAUSED');
  },
});
