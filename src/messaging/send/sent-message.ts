import type { Services } from '../../kernel/api/context.ts';
import type { Database } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import type { CouponSession } from '../../sessions/session/session.ts';
import { emailNotSent, smsNotSent } from '../content/message-refusal.ts';
import { awaitVerdict } from '../delivery/verdict-wait.ts';
import type { Message } from '../message/message.ts';

/** What a send led to. */
export interface Sent {
  messageId: string;
  /** Of a coupon. */
  session: CouponSession | null;
  /** Whether the message is an earlier one, and nothing was sent. */
  duplicate: boolean;
  /** As it is after the wait for its verdict. */
  message?: Message;
}

/** Waits for what the platform says of the message, and raises it if that is a refusal. */
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
  throw channel === 'SMS' ? smsNotSent(address, words) : emailNotSent(address, words);
}
