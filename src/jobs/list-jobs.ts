import { z } from 'zod';
import { connection } from '../kernel/api/query.ts';
import { keyset } from '../kernel/database/paging.ts';
import { type Job, jobColumns } from '../kernel/jobs/job.ts';
import { jobKind, jobStatus, storedKindOf } from './job.inputs.ts';
import { JobType } from './job.type.ts';

const filter = z
  .object({
    kind: jobKind.nullish().meta({ description: 'Only jobs of this kind.' }),
    status: jobStatus.nullish().meta({ description: 'Only jobs with this status.' }),
  })
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
    const { kind, status } = input.filter ?? {};
    const conditions = [...(kind ? ['AND j.kind = ?'] : []), ...(status ? ['AND j.status = ?'] : [])].join(' ');
    const wanted = [...(kind ? [storedKindOf(kind)] : []), ...(status ? [status] : [])];
    return database.rows<Job>(
      `SELECT ${jobColumns} FROM jobs j ${database.dialect.useIndex('jobs_account')}
       WHERE j.account_id = ? ${conditions} ${condition} ${ending}`,
      [viewer.account.id, ...wanted, ...values],
    );
  },
  keysOf: (job) => [job.createdAt, job.id],
});
