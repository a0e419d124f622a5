import { z } from 'zod';
import { mutation } from '../api/mutation.ts';
import { now } from '../database/columns.ts';
import { Problem } from '../problem.ts';
import { jobId } from './inputs.ts';
import { jobs } from './job.ts';
import { JobType } from './job.type.ts';

mutation({
  name: 'cancelJob',
  description:
    'Ends a job early: nothing more is done for it from now on. What it had done stays. One that has ended stays as it is.',
  scope: 'WRITE',
  input: z.object({ id: jobId }),
  type: JobType,
  problems: ['JOB_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const where = { id: input.id, accountId: viewer.account.id };
    const job = await transaction.manager.findOne(jobs, { where, ...transaction.dialect.lock('exclusive') });
    if (!job) throw new Problem('JOB_NOT_FOUND');
    if (job.finishedAt) return job;
    Object.assign(job, { status: 'CANCELLED', finishedAt: now() });
    await transaction.manager.update(jobs, { id: job.id }, { status: job.status, finishedAt: job.finishedAt });
    return job;
  },
});
