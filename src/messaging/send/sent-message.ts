import type { Services } from '../../api/context.ts';
import type { Database } from '../../kernel/database/database.ts';
import { sharedRow } from '../../kernel/database/shared-rows.ts';
import { Problem } from '../../kernel/problem.ts';
import type { CouponSession } from '../../sessions/session/session.ts';
import { notSent } from '../content/rendering.ts';
import { isOver } from '../delivery/verdict.ts';
import { type Message, messages } from '../message/message.ts';

export interface Sent {
  messageId: string;
  session: CouponSession | null;
  /** Whether nothing was sent because the address received the coupon before. The message is then the earlier one. */
  duplicate: boolean;
  /** The message as it is after the wait for its verdict. */
  message?: Message;
}

/** Waits for the platform's verdict on the message. Rejects when the message was not sent. */
export async function settleSent(
  sent: Sent,
  { database, services }: { database: Database; services: Pick<Services, 'patienceMilliseconds'> },
): Promise<void> {
  const message = await awaitVerdict(database, sent.messageId, sent.duplicate ? 0 : services.patienceMilliseconds);
  sent.message = message;
  if (!sent.duplicate) requireNotRefused(message);
}

function requireNotRefused({ channel, status, address, reason }: Message): void {
  if (status !== 'FAILED' && status !== 'SUPPRESSED' && status !== 'CANCELLED') return;
  if (channel === 'SMS' && status === 'SUPPRESSED') throw new Problem('SMS_OPTED_OUT');
  const words = reason?.replace(/\.$/, '') || 'the platform refused it';
  throw notSent(channel, address, words);
}

const pollMilliseconds = 250;

/** Waits until the message has an outcome or the time is over. Returns the message in its state at that moment. */
export async function awaitVerdict(database: Database, messageId: string, milliseconds: number): Promise<Message> {
  const end = Date.now() + milliseconds;
  const verdicts = database.signals.listen('verdicts');
  try {
    for (;;) {
      const message = await readMessage(database, messageId);
      if (!message) throw new Error(`message ${messageId} is gone`);
      const left = end - Date.now();
      if (isOver(message.status) || left <= 0) return message;
      await verdicts.next(Math.min(left, pollMilliseconds), never);
    }
  } finally {
    verdicts.close();
  }
}

const never = new AbortController().signal;

/** Callers that wait at the same time share one read. */
const readMessage = sharedRow(messages);
