import type { CountryCode } from 'libphonenumber-js';
import type { Which } from '../../kernel/database/conditions.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { listPage } from '../../kernel/database/list.ts';
import type { Page } from '../../kernel/database/paging.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { e164 } from '../../kernel/values/phone-number.ts';
import { type MessageChannel, messageChannels } from '../platform/channel.ts';
import { type Message, type MessageStatus, messageStatuses, messages } from './message.ts';

export interface MessageFilter {
  status?: MessageStatus | null | undefined;
  channel?: MessageChannel | null | undefined;
  campaign?: string | null | undefined;
  session?: string | null | undefined;
  address?: string | null | undefined;
  job?: string | null | undefined;
  /** The country of phone numbers without a country code. */
  country?: CountryCode | null;
  /** The messages queued at this time or later. */
  from?: Instant | null | undefined;
  /** The messages queued before this time. */
  to?: Instant | null | undefined;
}

/** Returns a page of the messages of an account, newest first, and one more. */
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

/**
 * Returns the index that reads the fewest messages, and the parts of the index that are in list order. The page
 * consists of the first messages of all parts together.
 */
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
