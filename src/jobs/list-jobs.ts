import { z } from 'zod';
import { connection } from '../api/query.ts';
import { listPage } from '../kernel/database/list.ts';
import { jobs as jobSchema } from '../kernel/jobs/job.ts';
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
  description: 'The jobs of the account, newest first. Jobs are kept for 90 days after they end.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters jobs. Default: all jobs.' }) }),
  type: JobType,
  problems: [],
  run: ({ input: { filter }, viewer, database, page }) =>
    listPage(database, page, {
      source: jobSchema,
      where: { accountId: viewer.account.id },
      filter: { kind: filter?.kind && storedKindOf(filter.kind), status: filter?.status },
      index: 'jobs_account',
    }),
  keysOf: (job) => [job.createdAt, job.id],
});
