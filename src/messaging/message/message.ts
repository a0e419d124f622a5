import { EntitySchema } from 'typeorm';
import {
  bigNumber,
  columnsOf,
  instant,
  instantOrNull,
  selectList,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import { rowOf } from '../../kernel/database/single-row.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Instant } from '../../kernel/values/instant.ts';
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

/** An email or SMS to one address. */
export class Message {
  /** Ascends in the order of insertion. */
  number!: number;
  id!: string;
  accountId!: string;
  integrationId!: string;
  channel!: MessageChannel;
  /** A coupon, a loyalty card or a directory. */
  campaignId!: string;
  /** The coupon session that it links to. */
  session!: string | null;
  contentId!: string;
  address!: string;
  /** The form of the address that is used for comparison. */
  addressKey!: string;
  firstName!: string | null;
  lastName!: string | null;
  /** The path of the public address that it links to, such as `/c/{code}/{session}`. */
  link!: string;
  status!: MessageStatus;
  /** 1: sent before the messages of jobs; 0: a message of a job. */
  urgent!: number;
  /** The job that sends it to a group. */
  jobId!: string | null;
  keyId!: string | null;
  /** 1: taken from the email balance, and returned to it when the message fails permanently. */
  paid!: number;
  createdAt!: Instant;
  /** When the next attempt is due or, during an attempt, when its lease ends. Null in a final status. */
  dueAt!: Instant | null;
  /** How often a process claimed it. Identifies the attempt. */
  claims!: number;
  failures!: number;
  sentAt!: Instant | null;
  deliveredAt!: Instant | null;
  finishedAt!: Instant | null;
  /** Why it failed, was deferred or suppressed, or has an unknown outcome, in words. */
  reason!: string | null;
  /** The id of the message at the platform. */
  platformId!: string | null;
  /** The number of segments of an SMS. */
  segments!: number | null;
}

export const messages = new EntitySchema<Message>({
  name: 'Message',
  tableName: 'messages',
  target: Message,
  columns: {
    number: { ...bigNumber, primary: true, generated: 'increment' },
    id: text(20),
    accountId: text(20),
    integrationId: text(20),
    channel: text(5),
    campaignId: text(16),
    session: textOrNull(21),
    contentId: text(20),
    address: text(254),
    addressKey: text(254),
    firstName: textOrNull(100),
    lastName: textOrNull(100),
    link: text(100),
    status: text(10),
    urgent: { type: 'integer' },
    jobId: textOrNull(20),
    keyId: textOrNull(20),
    paid: { type: 'integer' },
    createdAt: instant,
    dueAt: instantOrNull,
    claims: { type: 'integer' },
    failures: { type: 'integer' },
    sentAt: instantOrNull,
    deliveredAt: instantOrNull,
    finishedAt: instantOrNull,
    reason: textOrNull(300),
    platformId: textOrNull(100),
    segments: { type: 'integer', nullable: true },
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

/** Throws `MESSAGE_NOT_RETRIABLE` unless the message failed or its outcome is unknown. */
export function requireRetriable({ status }: Message): void {
  if (status !== 'FAILED' && status !== 'UNKNOWN') throw new Problem('MESSAGE_NOT_RETRIABLE');
}
