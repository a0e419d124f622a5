import { builder } from '../../api/builder.ts';
import { JobType } from '../../jobs/job.type.ts';
import type { Database } from '../../kernel/database/database.ts';
import { sharedByAccount } from '../../kernel/database/loaders.ts';
import type { Job } from '../../kernel/jobs/job.ts';
import { countMessages } from '../../messaging/delivery/job-messages.ts';
import type { MessageStatus } from '../../messaging/message/message.ts';
import { findPauseReason } from '../../messaging/receipt/refused-alike.ts';
import { GroupSendingType } from './group-sending.type.ts';
import { sendToGroupJob } from './group-sending-job.ts';

builder.objectFields(JobType, (t) => {
  const count = (description: string, ...statuses: MessageStatus[]) =>
    t.int({
      nullable: true,
      description: `${description} Only for jobs that send to a group.`,
      resolve: (job, _, { services }) => countOf(services.database, job, statuses),
    });
  return {
    sending: t.field({
      type: GroupSendingType,
      nullable: true,
      description: 'What is sent to which group. Only for jobs that send to a group.',
      resolve: (job) => (job.kind === sendToGroupJob.kind ? sendToGroupJob.inputOf(job) : null),
    }),
    pauseReason: t.string({
      nullable: true,
      description:
        'Why the service paused the job: most of its latest messages failed for the same reason, for example because the platform refuses the sender. Remove the cause, then call `resumeJob`, and `retryMessages` for those that failed. Null if a caller paused the job. Only for jobs that send to a group.',
      cost: { own: 5 },
      resolve: (job, _, { services }) => findPauseReason(services.database, job),
    }),
    queued: count('The number of messages that are waiting or being sent.', 'QUEUED', 'SENDING'),
    sent: count('The number of messages that the platform accepted, including delivered ones.', 'SENT', 'DELIVERED'),
    delivered: count('The number of messages whose delivery the platform reported.', 'DELIVERED'),
    failed: count('The number of messages that failed permanently.', 'FAILED'),
    suppressed: count('The number of messages that were not sent because the recipient has opted out.', 'SUPPRESSED'),
    unknown: count('The number of messages with an unknown outcome.', 'UNKNOWN'),
    cancelled: count('The number of messages that had not gone out when the job was cancelled.', 'CANCELLED'),
  };
});

async function countOf(
  database: Database,
  { id, kind }: Job,
  statuses: readonly MessageStatus[],
): Promise<number | null> {
  if (kind !== sendToGroupJob.kind) return null;
  const counts = await findCounts(database, id);
  return statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
}

const findCounts = sharedByAccount<Job['id'], Map<MessageStatus, number>>(async (database, ids) => {
  const found = await countMessages(database, ids);
  return ids.map((id) => found.get(id) ?? new Map());
});
