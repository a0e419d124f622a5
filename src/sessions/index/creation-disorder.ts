import { LessThan } from 'typeorm';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { findRows, insertRows, updateRows } from '../../kernel/database/rows.ts';
import { removeSequences, sequences } from '../../kernel/database/sequence.ts';
import { bind } from '../../kernel/database/statement.ts';
import type { Instant } from '../../kernel/values/instant.ts';

/*
 * Sessions of a coupon have the order of their creation, except those that are moved in from another product after
 * sessions were created here. Up to which sequence id that may be so is noted for the coupon.
 */

const nameFor = (couponId: string) => `unordered:${couponId}`;

/** Sessions that were just stored, with contiguous sequence ids. */
interface Stored {
  first: number;
  last: number;
  oldest: Instant;
}

/** Notes whether stored sessions are older than one with a smaller sequence id. */
export async function noteDisorder(transaction: Transaction, couponId: string, stored: Stored): Promise<void> {
  const values = { ...stored, couponId, name: nameFor(couponId) };
  const [former] = await transaction.rows<{ createdAt: Instant }>(
    ...bind(
      `SELECT s.created_at AS createdAt FROM coupon_sessions s WHERE s.coupon_id = :couponId AND s.sequence < :first
       ORDER BY s.sequence DESC LIMIT 1`,
      values,
    ),
  );
  if (!former || former.createdAt <= stored.oldest) return;
  const absent = { name: values.name, value: 0, reservedAt: null };
  await insertRows(transaction, sequences, [absent], { insert: transaction.dialect.insertIfAbsent });
  const { last } = stored;
  await updateRows(transaction, sequences, { name: values.name, value: LessThan(last) }, { value: last });
}

/** Returns the last sequence id up to which the sessions of a coupon may lack the order of their creation. */
export async function disorderedUpTo(connection: Connection, couponId: string): Promise<number> {
  const [found] = await findRows(connection, sequences, { name: nameFor(couponId) }, { select: ['value'] });
  return found?.value ?? 0;
}

/** Removes what is noted for a coupon. */
export async function forgetDisorder(transaction: Transaction, couponId: string): Promise<void> {
  await removeSequences(transaction, nameFor(couponId), `${nameFor(couponId)}~`);
}
