import { z } from 'zod';
import { query } from '../../api/query.ts';
import { jobId } from '../../jobs/job.inputs.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { jobRow } from '../../kernel/jobs/job.ts';
import { countOpened } from '../../messaging/delivery/job-messages.ts';

query({
  name: 'openedMessages',
  description:
    'The number of messages of a job whose recipients opened the page of their coupon. Counting reads all messages of the job and their sessions.',
  scope: 'READ',
  input: z.object({ job: jobId.meta({ description: 'The job that sent the messages to a group.' }) }),
  type: 'Int',
  problems: ['JOB_NOT_FOUND'],
  cost: { own: 2000 },
  run: async ({ input, viewer: { account }, database }) => {
    const { id } = await requireRow(database, jobRow, { id: input.job, accountId: account.id });
    return countOpened(database, id);
  },
});
