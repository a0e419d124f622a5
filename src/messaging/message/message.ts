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
 * QUEUED and SENDING are on their way. UNKNOWN may have arrived or not: the connection or the process was lost at the
 * moment of sending, and it is never repeated by itself. CANCELLED belonged to a job that was cancelled.
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

/** One send to one address. */
export class Message {
  /** Ascending in the order of writing. */
  number!: number;
  id!: string;
  accountId!: string;
  integrationId!: string;
  channel!: MessageChannel;
  /** A coupon, a loyalty card or a directory. */
  campaignId!: string;
  /** The session of the coupon that it carries. */
  session!: string | null;
  contentId!: string;
  address!: string;
  /** As it is compared. */
  addressKey!: string;
  firstName!: string | null;
  lastName!: string | null;
  /** The path of the public address that it carries, such as `/c/{code}/{session}`. */
  link!: string;
  status!: MessageStatus;
  /** 1: somebody waits for it; 0: one of many. */
  urgent!: number;
  /** The job that sends to a group. */
  jobId!: string | null;
  keyId!: string | null;
  /** 1: it was taken from the email balance, and is given back when it fails for good. */
  paid!: number;
  createdAt!: Instant;
  /** When the next attempt is due, or when the process that makes one must have written its outcome; null once it is over. */
  dueAt!: Instant | null;
  /** How often a process took it: names the attempt. */
  claims!: number;
  failures!: number;
  sentAt!: Instant | null;
  deliveredAt!: Instant | null;
  finishedAt!: Instant | null;
  /** Why it failed, was put off or is unknown, in words. */
  reason!: string | null;
  /** What the platform calls it. */
  platformId!: string | null;
  /** Of how many parts an SMS consists. */
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

/** Raises `MESSAGE_NOT_RETRIABLE` for a message that neither failed nor has an unknown outcome. */
export function requireRetriable({ status }: Message): void {
  if (status !== 'FAILED' && status !== 'UNKNOWN') throw new Problem('MESSAGE_NOT_RETRIABLE');
}
