import type { Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';
import { type RemovalStep, removeRows } from '../../kernel/jobs/removal.ts';
import { forgetDisorder } from '../index/creation-disorder.ts';
import { removeMarks } from '../index/session-mark.ts';
import { type Keyed, removeKeys } from '../index/session-search-key.ts';
import type { CouponSession } from './session.ts';

/** Functions that run before the removal of one session, in the same transaction. */
export const sessionRemovals = new ExtensionPoint<(transaction: Transaction, session: CouponSession) => Promise<void>>(
  'sessionRemovals',
);

/** Removes one session, which the transaction has locked. Its coupon stays. */
export async function removeSession(transaction: Transaction, session: CouponSession): Promise<void> {
  for (const prepareRemoval of sessionRemovals.extensions) await prepareRemoval(transaction, session);
  await transaction.change('DELETE FROM session_identities WHERE sequence = ?', [session.sequence]);
  await removeMarks(transaction, session);
  await removeWithKeys(transaction, [session.sequence]);
}

const chunk = 500;

/** Removes sessions of a deleted coupon. Their keys do not name the coupon, so they are removed together with them. */
export const removeSessions: RemovalStep = (database, couponId) =>
  database.transaction(async (transaction) => {
    const found = await transaction.rows<{ sequence: number }>(
      `SELECT s.sequence AS sequence FROM coupon_sessions s WHERE s.coupon_id = ?
       ORDER BY s.sequence LIMIT ${chunk} ${transaction.dialect.forUpdate}`,
      [couponId],
    );
    if (found.length === 0) {
      await forgetDisorder(transaction, couponId);
      return true;
    }
    await removeWithKeys(
      transaction,
      found.map(({ sequence }) => sequence),
    );
    return false;
  });

async function removeWithKeys(transaction: Transaction, sequences: readonly number[]): Promise<void> {
  const keyed = await transaction.rows<Keyed>(
    ...bind(
      `SELECT s.sequence AS sequence, s.account_id AS accountId, s.email_key AS emailKey, s.phone_key AS phoneKey,
         s.custom_id AS customId
       FROM coupon_sessions s WHERE s.sequence IN (:sequences)`,
      { sequences },
    ),
  );
  await removeKeys(transaction, keyed);
  await transaction.change(...bind('DELETE FROM coupon_sessions WHERE sequence IN (:sequences)', { sequences }));
}

export const removeIdentities = removeRows('session_identities', 'coupon_id');
