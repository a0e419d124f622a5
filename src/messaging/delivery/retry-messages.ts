import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { jobId } from '../../jobs/job.inputs.ts';
import { JobType } from '../../jobs/job.type.ts';
import { requireRoomForJob } from '../../jobs/job-room.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { jobRow } from '../../kernel/jobs/job.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { countRetriable, type MessageRetry, newProgress, retryMessagesJob } from './message-retry.ts';

mutation({
  name: 'retryMessages',
  description:
    'Sends all messages of a job that failed again, in the background and through the current integration, after messages that callers wait for. Leaves out messages whose session was deleted. Returns the job that queues the messages; `created` is their number so far. Pausing or cancelling it stops the messages that it has not queued yet; it queues at most 200 ahead of the platform.',
  scope: 'SEND',
  input: z.object({
    job: jobId.meta({ description: 'The job that sent the messages to a group.' }),
    unknown: z.boolean().default(false).meta({
      description:
        'Whether to send messages with an unknown outcome again, too. They may arrive twice. Default: false.',
    }),
  }),
  type: JobType,
  problems: ['JOB_NOT_FOUND', 'MESSAGE_NOT_RETRIABLE', 'TOO_MANY_JOBS'],
  cost: { bulk: true },
  run: async ({ input, viewer: { account }, transaction }) => {
    await requireRoomForJob(transaction, account.id);
    const { id: job } = await requireRow(transaction, jobRow, { id: input.job, accountId: account.id });
    const retry: MessageRetry = { job, statuses: input.unknown ? ['FAILED', 'UNKNOWN'] : ['FAILED'] };
    const amount = await countRetriable(transaction, retry);
    if (amount === 0) throw new Problem('MESSAGE_NOT_RETRIABLE', 'No message of the job can be sent again.');
    return later(transaction, retryMessagesJob, retry, { accountId: account.id, progress: newProgress(amount) });
  },
});
