import type { Services } from '../../api/context.ts';
import type { Database } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import type { CouponSession } from '../../sessions/session/session.ts';
import { notSent } from '../content/message-refusal.ts';
import { awaitVerdict } from '../delivery/verdict-wait.ts';
import type { Message } from '../message/message.ts';

/** The result of a send. */
export interface Sent {
  messageId: string;
  /** The coupon session that the message links to. */
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
