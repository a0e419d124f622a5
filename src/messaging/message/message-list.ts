import type { CountryCode } from 'libphonenumber-js';
import type { Connection } from '../../kernel/database/database.ts';
import { keyset, type Page } from '../../kernel/database/paging.ts';
import { bind } from '../../kernel/database/statement.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { e164 } from '../../kernel/values/phone-number.ts';
import { type MessageChannel, messageChannels } from '../platform/channel.ts';
import { type Message, type MessageStatus, messageColumns, messageStatuses } from './message.ts';

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
export async function findMessages(
  connection: Connection,
  accountId: string,
  filter: MessageFilter,
  page: Page,
): Promise<Message[]> {
  const { index, parts } = wayTo(filter);
  const { condition, ending, values } = keyset(page, 'm.created_at', 'm.number');
  const given = { ...conditionsOf(filter), 'm.account_id': accountId };
  const { times, limits } = timesOf(filter);
  const branches = parts.map((part, number) => {
    const conditions = Object.entries({ ...given, ...part });
    const [where, parameters] = bind(conditions.map(([column], at) => `${column} = :value${at}`).join(' AND '), {
      ...Object.fromEntries(conditions.map(([, value], at) => [`value${at}`, value])),
    });
    return {
      sql: `SELECT * FROM (SELECT ${messageColumns} FROM messages m ${connection.dialect.useIndex(index)}
        WHERE ${where} ${times} ${condition} ${ending}) AS part${number}`,
      parameters: [...parameters, ...limits, ...values],
    };
  });
  return connection.rows<Message>(
    `${branches.map(({ sql }) => sql).join(' UNION ALL ')} ${keyset({ ...page, from: null }, 'createdAt', 'number').ending}`,
    branches.flatMap(({ parameters }) => parameters),
  );
}

/** Returns the conditions of the filter by column. */
function conditionsOf({
  status,
  channel,
  campaign,
  session,
  address,
  job,
  country,
}: MessageFilter): Record<string, string> {
  const conditions = {
    'm.status': status,
    'm.channel': channel,
    'm.campaign_id': campaign,
    'm.session': session,
    'm.address_key': address && (e164(address, country) ?? emailKey(address)),
    'm.job_id': job,
  };
  return Object.fromEntries(Object.entries(conditions).flatMap(([column, value]) => (value ? [[column, value]] : [])));
}

function timesOf({ from, to }: MessageFilter): { times: string; limits: Instant[] } {
  const times = `${from ? 'AND m.created_at >= ?' : ''} ${to ? 'AND m.created_at < ?' : ''}`;
  return { times, limits: [...(from ? [from] : []), ...(to ? [to] : [])] };
}

/**
 * Returns the index that reads the fewest messages, and the parts of the index that are in list order. The page
 * consists of the first messages of all parts together.
 */
function wayTo({ status, channel, campaign, session, address, job }: MessageFilter): {
  index: string;
  parts: Record<string, string>[];
} {
  const statuses = status ? [status] : messageStatuses;
  if (session) return { index: 'messages_session', parts: [{}] };
  if (address) return { index: 'messages_address', parts: [{}] };
  if (job) return { index: 'messages_job', parts: statuses.map((one) => ({ 'm.status': one })) };
  const isCommon = !status || status === 'SENT' || status === 'DELIVERED';
  if (campaign && isCommon) return { index: 'messages_campaign', parts: [{}] };
  const channels = channel ? [channel] : messageChannels;
  const parts = channels.flatMap((via) => statuses.map((one) => ({ 'm.channel': via, 'm.status': one })));
  return { index: 'messages_account', parts };
}
