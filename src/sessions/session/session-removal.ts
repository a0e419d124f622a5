import type { Transaction } from '../../kernel/database/database.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import type { CouponSession } from './session.ts';

/** Functions that run before the removal of one session, in the same transaction. */
export const sessionRemovals = new ExtensionPoint<(transaction: Transaction, session: CouponSession) => Promise<void>>(
  'sessionRemovals',
);

/** Removes one session. Its coupon stays. */
export async function removeSession(transaction: Transaction, session: CouponSession): Promise<void> {
  for (const prepareRemoval of sessionRemovals.extensions) await prepareRemoval(transaction, session);
  await transaction.change('DELETE FROM session_identities WHERE sequence = ?', [session.sequence]);
  await transaction.change('DELETE FROM coupon_sessions WHERE sequence = ?', [session.sequence]);
}

/** Steps that remove all sessions of a deleted coupon. */
export const removeSessions = removeRows('coupon_sessions', 'coupon_id');
export const removeIdentities = removeRows('session_identities', 'coupon_id');
