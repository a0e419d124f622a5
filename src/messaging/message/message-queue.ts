import { jsonObject, snakeCase } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { findRows, insertRows, plus, updateRows } from '../../kernel/database/rows.ts';
import { type Instant, now, realNow } from '../../kernel/values/instant.ts';
import type { MessageEventType } from '../../vocabulary/event-catalog.ts';
import { channelOf, type Integration } from '../integration/integration.ts';
import { type Message, messages } from './message.ts';

export type NewMessage = Pick<
  Message,
  'id' | 'address' | 'addressKey' | 'firstName' | 'lastName' | 'session' | 'link' | 'segments'
>;

interface Sending {
  integration: Integration;
  contentId: string;
  campaignId: string;
  keyId: string | null;
  /** Whether a caller waits for the message. It is then sent before messages of jobs. */
  urgent: boolean;
  jobId?: string | null;
  paid?: boolean;
}

type QueuedMessage = Omit<Message, 'number'>;

/** Queues messages. A worker sends them after the commit. */
export async function queueMessages(
  transaction: Transaction,
  sending: Sending,
  recipients: readonly NewMessage[],
): Promise<QueuedMessage[]> {
  const at = now();
  const queued = recipients.map((recipient) => newMessage(sending, recipient, at));
  await insertRows(transaction, messages, queued);
  await wakeIntegration(transaction, sending.integration.id, realNow());
  return queued;
}

export async function suppressMessages(
  transaction: Transaction,
  sending: Sending,
  recipients: readonly NewMessage[],
): Promise<void> {
  if (recipients.length === 0) return;
  const at = now();
  const over = { status: 'SUPPRESSED', reason: optedOutReason, dueAt: null, finishedAt: at } as const;
  const suppressed = recipients.map((recipient) => ({ ...newMessage(sending, recipient, at), ...over }));
  await insertRows(transaction, messages, suppressed);
  const written = await findRows(transaction, messages, { id: recipients.map(({ id }) => id) }, { select: ['number'] });
  await recordMessages(
    transaction,
    'message_failed',
    written.map(({ number }) => number),
  );
}

export const optedOutReason = 'Not sent because the recipient has opted out.';

function newMessage(
  { integration, contentId, campaignId, keyId, urgent, jobId = null, paid = false }: Sending,
  recipient: NewMessage,
  at: Instant,
): QueuedMessage {
  return {
    ...recipient,
    accountId: integration.accountId,
    integrationId: integration.id,
    channel: channelOf(integration),
    campaignId,
    contentId,
    status: 'QUEUED',
    urgent: urgent ? 1 : 0,
    jobId,
    keyId,
    paid: paid ? 1 : 0,
    createdAt: at,
    dueAt: at,
    claims: 0,
    failures: 0,
    sentAt: null,
    deliveredAt: null,
    finishedAt: null,
    reason: null,
    platformId: null,
  };
}

export async function requeueMessage(transaction: Transaction, message: Message, at: Instant): Promise<Message> {
  await requeueMessages(transaction, [message], { at, urgent: true });
  return Object.assign(message, again, { urgent: 1, dueAt: at, claims: message.claims + 1 });
}

export async function requeueMessages(
  transaction: Transaction,
  requeued: readonly Message[],
  { at, urgent }: { at: Instant; urgent: boolean },
): Promise<void> {
  if (requeued.length === 0) return;
  await updateRows(
    transaction,
    messages,
    { number: requeued.map(({ number }) => number) },
    // The new attempt number makes the service ignore a late outcome of the previous attempt.
    { ...again, urgent: urgent ? 1 : 0, dueAt: at, claims: plus(1) },
  );
  const integrationIds = new Set(requeued.map(({ integrationId }) => integrationId));
  for (const id of [...integrationIds].sort()) await wakeIntegration(transaction, id, realNow());
}

const again = {
  status: 'QUEUED',
  failures: 0,
  sentAt: null,
  deliveredAt: null,
  finishedAt: null,
  reason: null,
  platformId: null,
} as const;

/**
 * Wakes an integration at a real time. It locks the integration: a claim could otherwise miss messages that are not yet
 * committed, and would set no new time.
 */
export async function wakeIntegration(transaction: Transaction, integrationId: string, at: Instant): Promise<void> {
  await transaction.change(
    'UPDATE integrations SET next_due_at = CASE WHEN next_due_at < ? THEN next_due_at ELSE ? END WHERE id = ?',
    [at, at, integrationId],
  );
  transaction.signal('messages');
}

const propertiesOfEvent = [
  'id',
  'channel',
  'status',
  'campaignId',
  'session',
  'jobId',
  'address',
  'firstName',
  'lastName',
  'segments',
  'reason',
  'createdAt',
  'sentAt',
  'deliveredAt',
  'finishedAt',
] as const satisfies (keyof Message)[];

/** A message without its content, and without the columns that only sending needs. Events contain this. */
export type MessageOfEvent = Pick<Message, (typeof propertiesOfEvent)[number]>;

const held = jsonObject(Object.fromEntries(propertiesOfEvent.map((name) => [name, `m.${snakeCase(name)}`])));

const kind = `CASE SUBSTR(m.campaign_id, 1, 4) WHEN 'cam_' THEN 'COUPON' WHEN 'dir_' THEN 'DIRECTORY_PAGE'
  ELSE CASE (SELECT l.medium FROM loyalty_cards l WHERE l.id = m.campaign_id) WHEN 'WALLET' THEN 'WALLET_LOYALTY'
    ELSE 'WEB_LOYALTY' END END`;

export async function recordMessages(
  transaction: Transaction,
  type: MessageEventType,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return;
  await transaction.change(
    `INSERT INTO events (id, account_id, kind, type, created_at, campaign_id, session, key_id, data)
       SELECT ${transaction.dialect.newEventId}, m.account_id, ${kind}, :type, :at, m.campaign_id, m.session, m.key_id, ${held}
       FROM messages m WHERE m.number IN (:numbers)`,
    { type, at: now(), numbers },
  );
  transaction.signal('events');
}
