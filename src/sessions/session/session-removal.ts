import type { Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows } from '../../kernel/database/rows.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';
import { type RemovalStep, removeRows } from '../../kernel/jobs/removal.ts';
import { forgetDisorder } from '../index/creation-order.ts';
import { removeMarks } from '../index/session-mark.ts';
import { removeKeys } from '../index/session-search-key.ts';
import { type CouponSession, couponSessions } from './session.ts';
import { sessionIdentities } from './session-identity.ts';

/** Functions that run before a session is removed, in the same transaction. */
export const sessionRemovals = new ExtensionPoint<(transaction: Transaction, session: CouponSession) => Promise<void>>(
  'sessionRemovals',
);

/** Removes a session. The transaction must have locked it. */
export async function removeSession(transaction: Transaction, session: CouponSession): Promise<void> {
  for (const prepareRemoval of sessionRemovals.extensions) await prepareRemoval(transaction, session);
  await deleteRows(transaction, sessionIdentities, { sequence: session.sequence });
  await removeMarks(transaction, session);
  await removeWithKeys(transaction, [session.sequence]);
}

const chunk = 500;

/** Removes sessions. Their keys do not name the coupon, so the keys are removed together with the sessions. */
export const removeSessions: RemovalStep = (database, couponId) =>
  database.transaction(async (transaction) => {
    const found = await findRows(
      transaction,
      couponSessions,
      { couponId },
      { select: ['sequence'], order: { sequence: 'ASC' }, take: chunk, lock: 'exclusive' },
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
  const keyed = await findRows(
    transaction,
    couponSessions,
    { sequence: sequences },
    { select: ['sequence', 'accountId', 'emailKey', 'phoneKey', 'customId'] },
  );
  await removeKeys(transaction, keyed);
  await deleteRows(transaction, couponSessions, { sequence: sequences });
}

export const removeIdentities = removeRows('session_identities', 'coupon_id');
