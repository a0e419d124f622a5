import { hasTakenEmail, returnEmails } from '../../accounts/account/email-balance.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { noteReceipt, noteReceipts, removeReceipts, sessionExists } from './coupon-receipt.ts';
import type { Message } from './message.ts';

/**
 * Applies the consequences of permanent failures, in the transaction that stores the failures: removes the coupon
 * receipts of the messages, and returns the emails that they took to the email balance.
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
 * Reverts `applyFinalFailures` when a message has arrived after all, or is sent again. Returns false when the email
 * balance was not sufficient.
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

/** Reverts `applyFinalFailures` for messages of jobs, whose sessions exist. Jobs send no messages that take emails. */
export async function revertFinalFailures(transaction: Transaction, again: readonly Message[]): Promise<void> {
  const ofCoupons = again.filter(({ campaignId }) => campaignId.startsWith('cam_'));
  for (const [couponId, messages] of Map.groupBy(ofCoupons, ({ campaignId }) => campaignId))
    await noteReceipts(transaction, couponId, messages);
}
