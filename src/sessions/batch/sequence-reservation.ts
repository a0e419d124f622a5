import { LessThanOrEqual } from 'typeorm';
import { rootOf } from '../../accounts/account/account-root.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { hasRow, insertRows, plus, requireRow, updateRows } from '../../kernel/database/rows.ts';
import { type Reservation, removeSequences, reserveInOrder, sequences } from '../../kernel/database/sequence.ts';
import { Problem } from '../../kernel/problem.ts';
import { daysAgo, realNow } from '../../kernel/values/instant.ts';

/**
 * The sequence ids that an account and its subaccounts may reserve in bulk on one day (UTC). The installation has 9 · 10¹⁵,
 * and calls that fail after the reservation leave a gap.
 */
export const mostReservedADay = 50_000_000;

/**
 * Reserves contiguous sequence ids for sessions of a coupon in a separate short transaction.
 * Throws if the account does not have the coupon, or has reserved too many ids today.
 */
export async function reserveForCoupon(
  database: Database,
  { accountId, coupon, amount }: { accountId: string; coupon: string; amount: number },
): Promise<Reservation> {
  await requireRow(database, couponRow, { accountId, id: coupon });
  const root = await rootOf(database, accountId);
  return database.transaction(
    async (transaction) => {
      await countReserved(transaction, root, amount);
      return reserveInOrder(transaction, 'session', amount);
    },
    { account: root },
  );
}

const prefix = 'reserved ';

async function countReserved(transaction: Transaction, root: string, amount: number): Promise<void> {
  const name = `${prefix}${realNow().slice(0, 10)} ${root}`;
  if (await addTo(transaction, name, amount)) return;
  // Only the first reservation of a day inserts: an INSERT of an existing row would lock it, and deadlock with others.
  if (!(await hasRow(transaction, sequences, { name }))) {
    await insertRows(transaction, sequences, [{ name, value: 0 }], { insert: transaction.dialect.insertIfAbsent });
    if (await addTo(transaction, name, amount)) return;
  }
  throw new Problem('TOO_MANY_REQUESTS', tooMany);
}

const tooMany = `An account and its subaccounts may reserve ${mostReservedADay.toLocaleString('en')} sequence ids a day (UTC). Try again tomorrow.`;

async function addTo(transaction: Transaction, name: string, amount: number): Promise<boolean> {
  const changed = await updateRows(
    transaction,
    sequences,
    { name, value: LessThanOrEqual(mostReservedADay - amount) },
    { value: plus(amount) },
  );
  return changed > 0;
}

/** Removes the counts of past days, and returns their number. */
export function pruneReserved(database: Database): Promise<number> {
  return database.transaction((transaction) => removeSequences(transaction, prefix, prefix + daysAgo(1).slice(0, 10)));
}

/** Removes the counts of an account. Older ones than of yesterday are pruned. */
export async function removeReserved(database: Database, accountId: string): Promise<boolean> {
  await database.transaction(async (transaction) => {
    for (const days of [1, 0]) {
      const name = `${prefix}${daysAgo(days).slice(0, 10)} ${accountId}`;
      await removeSequences(transaction, name, `${name}~`);
    }
  });
  return true;
}
