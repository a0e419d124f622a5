import { z } from 'zod';
import { query } from '../api/query.ts';
import { requireRow } from '../kernel/database/rows.ts';
import { jobRow } from '../kernel/jobs/job.ts';
import { jobId } from './job.inputs.ts';
import { JobType } from './job.type.ts';

query({
  name: 'job',
  description: 'A job of the account, with its progress.',
  scope: 'READ',
  input: z.object({ id: jobId }),
  type: JobType,
  problems: ['JOB_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireRow(database, jobRow, { id: input.id, accountId: viewer.account.id }),
});
