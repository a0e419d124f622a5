import { JobType } from '../../jobs/job.type.ts';
import { builder } from '../../kernel/api/builder.ts';
import type { Database } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import type { Job } from '../../kernel/jobs/job.ts';
import { countMessages } from '../../messaging/delivery/job-messages.ts';
import type { MessageStatus } from '../../messaging/message/message.ts';
import { sendToGroupJob } from './group-sending-job.ts';

builder.objectFields(JobType, (t) => {
  const count = (description: string, ...statuses: MessageStatus[]) =>
    t.int({
      nullable: true,
      description: `${description} Only of a job that sends to a group.`,
      resolve: (job, _, { services }) => countOf(services.database, job, statuses),
    });
  return {
    queued: count('How many of its messages are on their way.', 'QUEUED', 'SENDING'),
    sent: count('How many of its messages the platform took, those that arrived included.', 'SENT', 'DELIVERED'),
    delivered: count('Of how many messages the platform says that they arrived.', 'DELIVERED'),
    failed: count('How many of its messages failed for good.', 'FAILED'),
    suppressed: count('How many of its messages were not sent since their recipients want none.', 'SUPPRESSED'),
    unknown: count('How many of its messages may have arrived or not.', 'UNKNOWN'),
    cancelled: count('How many of its messages had not gone out when it was cancelled.', 'CANCELLED'),
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

const findCounts = shared<Job['id'], Map<MessageStatus, number>>(async (database, ids) => {
  const found = await countMessages(database, ids);
  return ids.map((id) => found.get(id) ?? new Map());
});
