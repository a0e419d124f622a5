import type { CountryCode } from 'libphonenumber-js';
import { z } from 'zod';
import { dateTime } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection, query } from '../../api/query.ts';
import { campaignId } from '../../events/event.inputs.ts';
import { jobId } from '../../jobs/job.inputs.ts';
import { JobType } from '../../jobs/job.type.ts';
import { requireRoomForJob } from '../../jobs/job-room.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { listPage } from '../../kernel/database/list.ts';
import type { Page } from '../../kernel/database/paging.ts';
import { lockRow, requireRow } from '../../kernel/database/rows.ts';
import type { Which } from '../../kernel/database/statement.ts';
import { jobRow } from '../../kernel/jobs/job.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { now } from '../../kernel/values/instant.ts';
import { countryOf, e164 } from '../../kernel/values/phone-number.ts';
import { sessionCode } from '../../sessions/session/session.inputs.ts';
import { countRetriable, type MessageRetry, newProgress, retryMessagesJob } from '../delivery/message-retry.ts';
import { requireConnected } from '../integration/integration.ts';
import { messageChannels } from '../platform/channel.ts';
import { revertFinalFailure, sessionExists } from './coupon-receipt.ts';
import { anyAddress, messageChannel, messageId, messageStatus } from './message.inputs.ts';
import { type Message, messageRow, messageStatuses, messages, requireRetriable } from './message.ts';
import { MessageType } from './message.type.ts';
import { requeueMessage } from './message-queue.ts';

query({
  name: 'message',
  description: 'A message of the account, with its status.',
  scope: 'READ',
  input: z.object({ id: messageId }),
  type: MessageType,
  problems: ['MESSAGE_NOT_FOUND'],
  run: ({ input, viewer, database }) =>
    requireRow(database, messageRow, { accountId: viewer.account.id, id: input.id }),
});

const filter = z
  .object({
    status: messageStatus.nullish().meta({ description: 'Only messages with this status.' }),
    channel: messageChannel.nullish().meta({ description: 'Only messages of this channel.' }),
    campaign: campaignId.nullish().meta({ description: 'Only messages about this coupon, loyalty card or directory.' }),
    session: sessionCode.nullish().meta({ description: 'Only messages with this session.' }),
    address: anyAddress.nullish().meta({
      description: 'Only messages to this email address or phone number. The case of email addresses is ignored.',
    }),
    from: dateTime.nullish().meta({ description: 'Only messages queued at this time or later.' }),
    to: dateTime.nullish().meta({ description: 'Only messages queued before this time.' }),
    job: jobId.nullish().meta({ description: 'Only messages of this job.' }),
  })
  .meta({ id: 'MessageFilter', description: 'Filters messages. All conditions must match.' });

connection({
  name: 'messages',
  description: 'The messages of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters messages. Default: all messages.' }) }),
  type: MessageType,
  problems: [],
  run: ({ input, viewer, database, page }) =>
    findMessages(database, viewer.account.id, { ...input.filter, country: countryOf(viewer.account.timezone) }, page),
  keysOf: (message) => [message.createdAt, message.number],
});

/** `country` is that of phone numbers without a country code. */
type MessageFilter = z.output<typeof filter> & { country?: CountryCode | null };

/** Returns messages, newest first, with one more than the page holds. */
export function findMessages(
  connection: Connection,
  accountId: string,
  filter: MessageFilter,
  page: Page,
): Promise<Message[]> {
  const { status, channel, campaign, session, address, job, country, from, to } = filter;
  return listPage(connection, page, {
    source: messages,
    where: { accountId },
    filter: {
      ...{ status, channel, session, campaignId: campaign, jobId: job },
      addressKey: address ? (e164(address, country) ?? emailKey(address)) : null,
    },
    conditions: {
      sql: [from && 't.created_at >= :from', to && 't.created_at < :to'],
      values: { from: from ?? null, to: to ?? null },
    },
    order: ['createdAt', 'number'],
    ...wayTo(filter),
  });
}

/** Returns the index that reads the fewest messages, and its parts in the order of the list. The page merges them. */
function wayTo({ status, channel, campaign, session, address, job }: MessageFilter): {
  index: string;
  parts: Which<Message>[];
} {
  const statuses = status ? [status] : messageStatuses;
  if (session) return { index: 'messages_session', parts: [{}] };
  if (address) return { index: 'messages_address', parts: [{}] };
  if (job) return { index: 'messages_job', parts: statuses.map((one) => ({ status: one })) };
  const isCommon = !status || status === 'SENT' || status === 'DELIVERED';
  if (campaign && isCommon) return { index: 'messages_campaign', parts: [{}] };
  const channels = channel ? [channel] : messageChannels;
  const parts = channels.flatMap((via) => statuses.map((one) => ({ channel: via, status: one })));
  return { index: 'messages_account', parts };
}

mutation({
  name: 'retryMessage',
  description:
    'Resends a message that failed or has an unknown outcome. Sends it immediately through the current integration. A message with an unknown outcome can arrive twice. Fails with `SESSION_NOT_FOUND` if the session of the message was deleted.',
  scope: 'SEND',
  input: z.object({ id: messageId }),
  type: MessageType,
  problems: [
    'MESSAGE_NOT_FOUND',
    'MESSAGE_NOT_RETRIABLE',
    'SESSION_NOT_FOUND',
    'NO_EMAIL_INTEGRATION',
    'NO_SMS_INTEGRATION',
    'NO_EMAIL_SERVICE',
    'NO_SMS_SERVICE',
    'EMAIL_BALANCE_EMPTY',
  ],
  run: async ({ input, viewer, transaction }) => {
    const message = await lockRow(transaction, messageRow, { accountId: viewer.account.id, id: input.id });
    requireRetriable(message);
    if (!(await sessionExists(transaction, message.session))) throw new Problem('SESSION_NOT_FOUND');
    await requireConnected(transaction, message.integrationId);
    if (message.status === 'FAILED' && !(await revertFinalFailure(transaction, message)))
      throw new Problem('EMAIL_BALANCE_EMPTY');
    return requeueMessage(transaction, message, now());
  },
});

mutation({
  name: 'retryMessages',
  description:
    'Resends all failed messages of a job in the background, through the current integration. Messages that callers are waiting for are sent first. Messages whose session was deleted are skipped. Returns the job that queues the messages; `created` counts the queued messages. Pausing or cancelling this job stops the messages that it has not queued yet. The job queues at most 200 messages ahead of the platform.',
  scope: 'SEND',
  input: z.object({
    job: jobId.meta({ description: 'The job that sent the messages to a group.' }),
    unknown: z.boolean().default(false).meta({
      description: 'Whether to resend messages with an unknown outcome too. They can arrive twice. Default: false.',
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
    return enqueue(transaction, retryMessagesJob, retry, { accountId: account.id, progress: newProgress(amount) });
  },
});
