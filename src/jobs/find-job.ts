import { z } from 'zod';
import { query } from '../api/query.ts';
import { Problem } from '../problem.ts';
import { jobId } from './inputs.ts';
import { jobs } from './job.ts';
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
