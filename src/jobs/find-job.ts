import { z } from 'zod';
import { query } from '../kernel/api/query.ts';
import { jobs } from '../kernel/jobs/job.ts';
import { Problem } from '../kernel/problem.ts';
import { jobId } from './job.inputs.ts';
import { JobType } from './job.type.ts';

query({
  name: 'job',
  description: 'A job of the account, with its progress.',
  scope: 'READ',
  input: z.object({ id: jobId }),
  type: JobType,
  problems: ['JOB_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const job = await database.manager.findOneBy(jobs, { id: input.id, accountId: viewer.account.id });
    if (!job) throw new Problem('JOB_NOT_FOUND');
    return job;
  },
});
