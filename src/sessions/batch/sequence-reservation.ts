import { LessThanOrEqual } from 'typeorm';
import { rootOf } from '../../accounts/account/account-root.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { hasRow, insertRows, plus, requireRow, updateRows } from '../../kernel/database/rows.ts';
import { type Reservation, removeSequences, reserveInOrder, sequences } from '../../kernel/database/sequence.ts';
import { Problem } from '../../kernel/problem.ts';
import { daysAgo, realNow } from '../../kernel/values/instant.ts';

/**
 * The limit of an account and its subaccounts per day (UTC). The installation has 9 · 10¹⁵ numbers, and failed calls
 * leave gaps.
 */
export const maxReservedADay = 50_000_000;

/**
 * Reserves numbers in a short transaction of its own. Throws if the coupon is missing, or if the daily limit is
 * reached.
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
  // Only the first call of a day inserts the row: an INSERT would lock an existing one, and could deadlock.
  if (!(await hasRow(transaction, sequences, { name }))) {
    await insertRows(transaction, sequences, [{ name, value: 0 }], { insert: transaction.dialect.insertIfAbsent });
    if (await addTo(transaction, name, amount)) return;
  }
  throw new Problem('TOO_MANY_REQUESTS', tooMany);
}

const tooMany = `An account and its subaccounts may reserve ${maxReservedADay.toLocaleString('en')} sequence ids a day (UTC). Try again tomorrow.`;

async function addTo(transaction: Transaction, name: string, amount: number): Promise<boolean> {
  const changed = await updateRows(
    transaction,
    sequences,
    { name, value: LessThanOrEqual(maxReservedADay - amount) },
    { value: plus(amount) },
  );
  return changed > 0;
}

export function pruneReserved(database: Database): Promise<number> {
  return database.transaction((transaction) => removeSequences(transaction, prefix, prefix + daysAgo(1).slice(0, 10)));
}

/** Removes the counts of an account for yesterday and today. `pruneReserved` removes the earlier ones. */
export async function removeReserved(database: Database, accountId: string): Promise<boolean> {
  await database.transaction(async (transaction) => {
    for (const days of [1, 0]) {
      const name = `${prefix}${daysAgo(days).slice(0, 10)} ${accountId}`;
      await removeSequences(transaction, name, `${name}~`);
    }
  });
  return true;
}
