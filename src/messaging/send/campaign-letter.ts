import { takeEmail } from '../../accounts/account/email-balance.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { newId } from '../../vocabulary/ids.ts';
import { type Caller, type Letter, requireSendable, sendOne } from './letter.ts';
import type { Sent } from './sent-message.ts';

/** Queues a campaign whose public address is the same for all recipients. */
export async function sendCampaign(
  transaction: Transaction,
  caller: Caller,
  letter: Omit<Letter, 'id' | 'session'>,
): Promise<Sent> {
  await requireSendable(transaction, caller, letter.address, letter.content);
  if (letter.paid) await takeEmail(transaction, caller.account.id);
  const messageId = newId('message');
  await sendOne(transaction, caller, { ...letter, id: messageId });
  return { messageId, session: null, duplicate: false };
}
