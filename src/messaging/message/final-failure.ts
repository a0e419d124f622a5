import { hasTakenEmail, returnEmails } from '../../accounts/account/email-balance.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { noteReceipt, removeReceipts, sessionExists } from './coupon-receipt.ts';
import type { Message } from './message.ts';

/**
 * What follows when messages will never arrive, in the transaction that says so: their addresses count as having got
 * nothing, and what was taken from the email balance is given back.
 */
export async function applyFinalFailures(
  transaction: Transaction,
  givenUp: readonly Pick<Message, 'id' | 'accountId' | 'campaignId' | 'paid'>[],
): Promise<void> {
  const ofCoupons = givenUp.filter(({ campaignId }) => campaignId.startsWith('cam_'));
  if (ofCoupons.length > 0) {
    await removeReceipts(
      transaction,
      ofCoupons.map(({ id }) => id),
    );
  }
  const byAccount = Map.groupBy(
    givenUp.filter(({ paid }) => paid === 1),
    ({ accountId }) => accountId,
  );
  for (const [accountId, { length }] of byAccount) await returnEmails(transaction, accountId, length);
}

/**
 * The reverse, when it turns out that a message did arrive, or when it is sent again. Answers whether the email balance
 * was enough for it.
 */
export async function revertFinalFailure(
  transaction: Transaction,
  {
    id,
    accountId,
    campaignId,
    addressKey,
    session,
    paid,
  }: Pick<Message, 'id' | 'accountId' | 'campaignId' | 'addressKey' | 'session' | 'paid'>,
): Promise<boolean> {
  if (campaignId.startsWith('cam_') && (await sessionExists(transaction, session)))
    await noteReceipt(transaction, { couponId: campaignId, address: addressKey, messageId: id });
  return paid === 0 || hasTakenEmail(transaction, accountId);
}
