import { z } from 'zod';
import { connection } from '../kernel/api/query.ts';
import { keyset } from '../kernel/database/paging.ts';
import { type Job, jobColumns } from '../kernel/jobs/job.ts';
import { jobStatus } from './job.inputs.ts';
import { JobType } from './job.type.ts';

const filter = z
  .object({ status: jobStatus.nullish().meta({ description: 'Only jobs with this status.' }) })
  .meta({ id: 'JobFilter', description: 'Filters jobs.' });

connection({
  name: 'jobs',
  description: 'The jobs of the account, newest first. A job is kept for 90 days after it ended.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters jobs. Default: all jobs.' }) }),
  type: JobType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'j.created_at', 'j.id');
    const status = input.filter?.status;
    return database.rows<Job>(
      `SELECT ${jobColumns} FROM jobs j ${database.dialect.useIndex('jobs_account')}
       WHERE j.account_id = ? ${status ? 'AND j.status = ?' : ''} ${condition} ${ending}`,
      [viewer.account.id, ...(status ? [status] : []), ...values],
    );
  },
  keysOf: (job) => [job.createdAt, job.id],
});
