import type { Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { type MarkKind, removeMarks } from '../index/session-mark.ts';
import type { Transition } from './transition.ts';

/** A mark that a session loses if the transition changes it. */
interface LosableMark {
  couponId: string;
  sequence: number;
  kind: MarkKind;
  at: Instant;
}

/** Locks the sessions and returns the marks that the transition may remove. Their times are unknown once it is done. */
export async function losableMarks(
  transaction: Transaction,
  { unmarks }: Transition,
  { sessions, accountId }: { sessions: readonly string[]; accountId: string },
): Promise<LosableMark[]> {
  if (!unmarks) return [];
  return transaction.rows<LosableMark>(
    ...bind(
      `SELECT s.coupon_id AS couponId, s.sequence AS sequence, '${unmarks}' AS kind, s.${unmarks}_at AS at
       FROM coupon_sessions s WHERE s.session IN (:sessions) AND s.account_id = :accountId AND s.${unmarks}_at IS NOT NULL
       ${transaction.dialect.forUpdate}`,
      { sessions, accountId },
    ),
  );
}

/** Removes the marks of the sessions that the transition changed. */
export async function removeLostMarks(
  transaction: Transaction,
  losable: readonly LosableMark[],
  changed: readonly { sequence: number }[],
): Promise<void> {
  if (losable.length === 0) return;
  const sequences = new Set(changed.map(({ sequence }) => sequence));
  for (const { couponId, sequence, kind, at } of losable)
    if (sequences.has(sequence)) await removeMarks(transaction, { couponId, sequence, [`${kind}At`]: at });
}
