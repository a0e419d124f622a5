import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { JobType } from '../../jobs/job.type.ts';
import { batchedLongRow, batchedRow } from '../../kernel/database/batched-rows.ts';
import type { Database } from '../../kernel/database/database.ts';
import { batchedByAccount } from '../../kernel/database/loaders.ts';
import type { Job } from '../../kernel/jobs/job.ts';
import { findCampaignName } from '../../messaging/content/campaign-name.ts';
import { messageContents } from '../../messaging/content/message-content.ts';
import { countMessages } from '../../messaging/delivery/job-messages.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import type { MessageStatus } from '../../messaging/message/message.ts';
import { findPauseReason } from '../../messaging/receipt/refused-alike.ts';
import { contactGroupRow } from '../group/contact-group.ts';
import { type GroupSending, sendToGroupJob } from './group-sending-job.ts';

const GroupSendingType = builder.objectType(builder.objectRef<GroupSending>('GroupSending'), {
  description: 'The coupon, group and texts of a job that sends to a group.',
  fields: (t) => ({
    campaignId: t.exposeID('coupon', { description: 'The id of the coupon.' }),
    campaignName: t.string({
      nullable: true,
      description: 'The name of the coupon. Null if it has been deleted.',
      cost: { own: 5 },
      resolve: ({ coupon }, _, { services }) => findCampaignName(services.database, coupon),
    }),
    groupId: t.exposeID('group', { description: 'The id of the group.' }),
    groupName: t.string({
      nullable: true,
      description: 'The name of the group. Null if it has been deleted.',
      cost: { own: 5 },
      resolve: async ({ group }, _, { services }) => (await findGroup(services.database, group))?.name,
    }),
    channel: t.expose('channel', { type: enumTypeOf(messageChannel), description: 'The channel.' }),
    subject: t.string({
      nullable: true,
      description: 'The subject of the emails, with placeholders. Null once the messages are no longer kept.',
      cost: { own: 5 },
      resolve: async ({ contentId }, _, { services }) => (await findContent(services.database, contentId))?.subject,
    }),
    body: t.string({
      nullable: true,
      description: 'The body of the messages, with placeholders. Null once the messages are no longer kept.',
      cost: { own: 50 },
      resolve: async ({ contentId }, _, { services, onText }) => {
        const content = await findContent(services.database, contentId);
        onText?.(content?.body.length ?? 0);
        return content?.body;
      },
    }),
  }),
});

const findGroup = batchedRow(contactGroupRow);

const findContent = batchedLongRow(messageContents);

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
      description: 'The coupon, group and texts that the job sends. Only for jobs that send to a group.',
      resolve: (job) => (job.kind === sendToGroupJob.kind ? sendToGroupJob.inputOf(job) : null),
    }),
    pauseReason: t.string({
      nullable: true,
      description:
        'Why the service paused the job. Most of its latest messages failed for the same reason, for example because the platform refuses the sender. Remove the cause, then call `resumeJob`, and `retryMessages` for the failed messages. Null if a caller paused the job. Only for jobs that send to a group.',
      cost: { own: 5 },
      resolve: (job, _, { services }) => findPauseReason(services.database, job),
    }),
    queued: count('The number of messages that are waiting or being sent.', 'QUEUED', 'SENDING'),
    sent: count('The number of messages that the platform accepted, including delivered ones.', 'SENT', 'DELIVERED'),
    delivered: count('The number of messages whose delivery the platform reported.', 'DELIVERED'),
    failed: count('The number of messages that failed permanently.', 'FAILED'),
    suppressed: count('The number of messages that were not sent because the recipient has opted out.', 'SUPPRESSED'),
    unknown: count('The number of messages with an unknown outcome.', 'UNKNOWN'),
    cancelled: count('The number of messages that were not sent because the job was cancelled.', 'CANCELLED'),
  };
});

async function countOf(database: Database, { id, kind }: Job, statuses: readonly MessageStatus[]) {
  if (kind !== sendToGroupJob.kind) return null;
  const counts = await findCounts(database, id);
  return statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
}

const findCounts = batchedByAccount<Job['id'], Map<MessageStatus, number>>(async (database, ids) => {
  const found = await countMessages(database, ids);
  return ids.map((id) => found.get(id) ?? new Map());
});
