import {
  ascending,
  columnsOf,
  instant,
  instantOrNull,
  integer,
  integerOrNull,
  type Stored,
  selectList,
  table,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import { rowOf } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import type { MessageChannel } from '../platform/channel.ts';

/**
 * A QUEUED message waits, and a SENDING message is being handed to the platform. An UNKNOWN message may have arrived:
 * the connection or the process was lost during sending, and the service never sends it again automatically.
 * A CANCELLED message belonged to a job that was cancelled.
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
    /** Ascends in the order of insertion. */
    number: ascending,
    id: text(20),
    accountId: text(20),
    integrationId: text(20),
    channel: text<MessageChannel>(5),
    /** A coupon, a loyalty card or a directory. */
    campaignId: text(16),
    /** The coupon session that it links to. */
    session: textOrNull(21),
    contentId: text(20),
    /** Empty, as is the next column, once the data of the person were erased. */
    address: text(254),
    /** The form of the address that is used for comparison. */
    addressKey: text(254),
    firstName: textOrNull(100),
    lastName: textOrNull(100),
    /** The path of the public address that it links to, such as `/p/{code}/{session}`. */
    link: text(100),
    status: text<MessageStatus>(10),
    /** 1: sent before the messages of jobs; 0: a message of a job. */
    urgent: integer,
    /** The job that sends it to a group. */
    jobId: textOrNull(20),
    keyId: textOrNull(20),
    /** 1: taken from the email balance, and returned to it when the message fails permanently. */
    paid: integer,
    createdAt: instant,
    /** When the next attempt is due or, during an attempt, when its lease ends. Null in a final status. */
    dueAt: instantOrNull,
    /** How often a process claimed it. Identifies the attempt. */
    claims: integer,
    failures: integer,
    sentAt: instantOrNull,
    deliveredAt: instantOrNull,
    finishedAt: instantOrNull,
    /** Why it failed, was deferred or suppressed, or has an unknown outcome, in words. */
    reason: textOrNull(300),
    platformId: textOrNull(100),
    /** The number of segments of an SMS. */
    segments: integerOrNull,
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

/** Throws `MESSAGE_NOT_RETRIABLE` unless the message failed or its outcome is unknown, and its address was not erased. */
export function requireRetriable({ status, addressKey }: Message): void {
  const isOver = status === 'FAILED' || status === 'UNKNOWN';
  if (!isOver || addressKey === '') throw new Problem('MESSAGE_NOT_RETRIABLE');
}
