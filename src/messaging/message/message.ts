import { column, columnsOf, type Stored, selectList, table } from '../../kernel/database/columns.ts';
import { rowOf } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import type { MessageChannel } from '../platform/channel.ts';

/**
 * UNKNOWN means that the connection or process was lost during sending. Such a message is never resent automatically.
 */
export const messageStatuses = [
  'QUEUED',
  'SENDING',
  'SENT',
  'DELIVERED',
  'FAILED',
  'SUPPRESSED',
  'UNKNOWN',
  'CANCELLED',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export type Message = Stored<typeof messages>;

export const messages = table({
  name: 'Message',
  tableName: 'messages',
  columns: {
    number: column.ascending,
    id: column.text(20),
    accountId: column.text(20),
    integrationId: column.text(20),
    channel: column.text<MessageChannel>(5),
    /** The id of a coupon, a loyalty card or a directory. */
    campaignId: column.text(16),
    session: column.textOrNull(21),
    contentId: column.text(20),
    /** The address. Like the next column, empty after the person's data has been erased. */
    address: column.text(254),
    addressKey: column.text(254),
    firstName: column.textOrNull(100),
    lastName: column.textOrNull(100),
    /** The path of the link, such as `/p/{code}/{session}`. */
    link: column.text(100),
    status: column.text<MessageStatus>(10),
    /** 1: the message is sent before messages of jobs. 0: it belongs to a job. */
    urgent: column.integer,
    jobId: column.textOrNull(20),
    keyId: column.textOrNull(20),
    /** 1: the message used up one email of the balance. If it fails permanently, the balance gets the email back. */
    paid: column.integer,
    createdAt: column.instant,
    /** When the next attempt is due. During an attempt, when its lease ends. Null in a final status. */
    dueAt: column.instantOrNull,
    /** How many times processes have claimed the message. The number identifies the attempt. */
    claims: column.integer,
    failures: column.integer,
    sentAt: column.instantOrNull,
    deliveredAt: column.instantOrNull,
    finishedAt: column.instantOrNull,
    /** Why the message failed, was deferred or suppressed, or has an unknown outcome. */
    reason: column.textOrNull(300),
    platformId: column.textOrNull(100),
    segments: column.integerOrNull,
  },
  indices: [
    { name: 'messages_id', columns: ['id'], unique: true },
    { name: 'messages_due', columns: ['integrationId', 'urgent', 'dueAt'] },
    { name: 'messages_account', columns: ['accountId', 'channel', 'status', 'createdAt'] },
    { name: 'messages_campaign', columns: ['campaignId', 'createdAt'] },
    { name: 'messages_address', columns: ['accountId', 'addressKey', 'createdAt'] },
    { name: 'messages_session', columns: ['session'] },
    { name: 'messages_job', columns: ['jobId', 'status', 'createdAt'] },
    { name: 'messages_platform', columns: ['platformId'] },
    { name: 'messages_content', columns: ['contentId'] },
  ],
});

export const messageColumns = selectList(columnsOf(messages, 'm'));

export const messageRow = rowOf(messages, { missing: 'MESSAGE_NOT_FOUND' });

/** Requires that a message can be retried. Throws `MESSAGE_NOT_RETRIABLE`, even if only its address has been erased. */
export function requireRetriable({ status, addressKey }: Message): void {
  const isOver = status === 'FAILED' || status === 'UNKNOWN';
  if (!isOver || addressKey === '') throw new Problem('MESSAGE_NOT_RETRIABLE');
}
