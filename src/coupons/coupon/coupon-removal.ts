import type { Database } from '../../kernel/database/database.ts';
import type { Job } from '../../kernel/jobs/job.ts';

const chunk = 1000;

/** What belongs to a coupon, with the column that tells its rows apart. */
const belongings = [
  ['coupon_sessions', 'sequence'],
  ['session_identities', 'value'],
  ['coupon_receipts', 'address'],
  ['validation_codes', 'code'],
  ['validation_code_spaces', 'form'],
] as const;

/** Removes a deleted coupon with all that belongs to it, a chunk at each step, so that no lock is held for long. Its events stay. */
export async function purgeCoupon(database: Database, { input }: Job): Promise<boolean> {
  const { coupon } = JSON.parse(input) as { coupon: string };
  for (const [table, column] of belongings) {
    const deleteChunk = `DELETE FROM ${table} WHERE coupon_id = ? AND ${column} IN
      (SELECT ${column} FROM (SELECT ${column} FROM ${table} WHERE coupon_id = ? LIMIT ${chunk}) AS chunk)`;
    const deleted = await database.transaction((transaction) => transaction.change(deleteChunk, [coupon, coupon]));
    if (deleted > 0) return false;
  }
  await database.transaction(async (transaction) => {
    await transaction.change('DELETE FROM placements WHERE campaign_id = ?', [coupon]);
    await transaction.change('DELETE FROM coupons WHERE id = ? AND deleted_at IS NOT NULL', [coupon]);
  });
  return true;
}
