import { z } from 'zod';
import { query } from '../../api/query.ts';
import { jobId } from '../../jobs/job.inputs.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { jobRow } from '../../kernel/jobs/job.ts';
import { countFailures, mostReasons } from '../../messaging/delivery/job-messages.ts';
import { MessageFailuresType } from './message-failures.type.ts';

query({
  name: 'messageFailures',
  description: `Why messages of a job failed: the ${mostReasons} most frequent reasons. A plain list.`,
  scope: 'READ',
  input: z.object({ job: jobId.meta({ description: 'The job that sent the messages to a group.' }) }),
  type: [MessageFailuresType],
  problems: ['JOB_NOT_FOUND'],
  cost: { own: 500 },
  run: async ({ input, viewer: { account }, database }) => {
    const { id } = await requireRow(database, jobRow, { id: input.job, accountId: account.id });
    return countFailures(database, id);
  },
});
