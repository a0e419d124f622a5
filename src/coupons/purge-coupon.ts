import type { Database } from '../database/database.ts';

const chunk = 1000;

/** What belongs to a coupon, with the column that tells its rows apart. */
const belongings = [
  ['coupon_sessions', 'sequence'],
  ['session_identities', 'value'],
  ['validation_codes', 'code'],
  ['validation_code_spaces', 'form'],
] as const;

/** Removes a deleted coupon with all that belongs to it, in chunks that hold no lock for long. Its events stay. */
export async function purgeCoupon(database: Database, { coupon }: { coupon: string }): Promise<void> {
  for (const [table, column] of belongings) {
    const deleteChunk = `DELETE FROM ${table} WHERE coupon_id = ? AND ${column} IN
      (SELECT ${column} FROM (SELECT ${column} FROM ${table} WHERE coupon_id = ? LIMIT ${chunk}) AS chunk)`;
    while ((await database.transaction((transaction) => transaction.change(deleteChunk, [coupon, coupon]))) > 0);
  }
  await database.transaction((transaction) =>
    transaction.change('DELETE FROM coupons WHERE id = ? AND deleted_at IS NOT NULL', [coupon]),
  );
}
