import type { Transaction } from '../../kernel/database/database.ts';
import { findRows, insertRows, plus, updateRows } from '../../kernel/database/rows.ts';
import { type Instant, now, realNow } from '../../kernel/values/instant.ts';
import type { Integration } from '../integration/integration.ts';
import { channelOf } from '../integration/integration.ts';
import { type Message, messages } from './message.ts';
import { recordMessages } from './message-events.ts';

export type NewMessage = Pick<
  Message,
  'id' | 'address' | 'addressKey' | 'firstName' | 'lastName' | 'session' | 'link' | 'segments'
>;

/** The common properties of the messages of one call. */
export interface Sending {
  integration: Integration;
  contentId: string;
  campaignId: string;
  keyId: string | null;
  /** Messages that a caller waits for are sent before those of jobs. */
  urgent: boolean;
  jobId?: string | null;
  paid?: boolean;
}

export type QueuedMessage = Omit<Message, 'number'>;

/** Inserts messages in the transaction of the change that they belong to. A worker sends them after the commit. */
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

/** Inserts messages to addresses that have opted out, with the final status `SUPPRESSED`. */
export function suppressMessages(
  transaction: Transaction,
  sending: Sending,
  recipients: readonly NewMessage[],
): Promise<void> {
  return insertFinished(transaction, sending, recipients, { status: 'SUPPRESSED', reason: optedOutReason });
}

/** Inserts messages whose outcome is known, and records it. */
export async function insertFinished(
  transaction: Transaction,
  sending: Sending,
  recipients: readonly NewMessage[],
  outcome: Pick<Message, 'status' | 'reason'> & Partial<Pick<Message, 'sentAt' | 'claims' | 'failures'>>,
): Promise<void> {
  if (recipients.length === 0) return;
  const at = now();
  const over = { dueAt: null, finishedAt: at, ...outcome };
  const finished = recipients.map((recipient) => ({ ...newMessage(sending, recipient, at), ...over }));
  await insertRows(transaction, messages, finished);
  const written = await findRows(transaction, messages, { id: recipients.map(({ id }) => id) }, { select: ['number'] });
  await recordMessages(
    transaction,
    outcome.status === 'SENT' ? 'message_sent' : 'message_failed',
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

/** Queues a message again, before those of jobs. */
export async function requeueMessage(transaction: Transaction, message: Message, at: Instant): Promise<Message> {
  await requeueMessages(transaction, [message], { at, urgent: true });
  return Object.assign(message, again, { urgent: 1, dueAt: at, claims: message.claims + 1 });
}

/** Queues messages again: before those of jobs if they are urgent. */
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
    // A new attempt number, so that a late outcome of the previous attempt is ignored.
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
 * Makes workers look for due messages of the integration at the given instant of the real time or earlier, and locks the integration until
 * the transaction ends. Without the lock, a claim could miss the uncommitted messages and leave no time to look again.
 */
export async function wakeIntegration(transaction: Transaction, integrationId: string, at: Instant): Promise<void> {
  await transaction.change(
    'UPDATE integrations SET next_due_at = CASE WHEN next_due_at < ? THEN next_due_at ELSE ? END WHERE id = ?',
    [at, at, integrationId],
  );
  transaction.signal('messages');
}
