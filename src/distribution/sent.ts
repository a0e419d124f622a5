import type { Services } from '../api/context.ts';
import type { Database } from '../database/database.ts';
import { Problem } from '../problem.ts';
import type { CouponSession } from '../sessions/session.ts';
import { awaitVerdict } from './await-verdict.ts';
import type { Message } from './message.ts';
import { emailNotSent, smsNotSent } from './not-sent.ts';
import { optedOut } from './opt-out.ts';

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
  if (!sent.duplicate) await requireNotRefused(database, message);
}

async function requireNotRefused(database: Database, message: Message): Promise<void> {
  const { accountId, channel, status, address, addressKey, reason } = message;
  if (status !== 'FAILED' && status !== 'SUPPRESSED' && status !== 'CANCELLED') return;
  const words = reason?.replace(/\.$/, '') || 'the platform refused it';
  if (channel === 'EMAIL') throw emailNotSent(address, words);
  // A platform that refuses since the number wants nothing has us note it.
  const isUnwanted = (await optedOut(database, accountId, channel, [addressKey])).size > 0;
  throw isUnwanted ? new Problem('SMS_OPTED_OUT') : smsNotSent(address, words);
}
