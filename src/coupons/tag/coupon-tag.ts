import { key, reference, table, text } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { deleteRows, insertRows } from '../../kernel/database/rows.ts';

/** One tag of one coupon. */
export const couponTags = table({
  name: 'CouponTag',
  tableName: 'coupon_tags',
  columns: {
    couponId: key(text(16)),
    tag: key(text(50)),
  },
  foreignKeys: [reference('coupon_tags_coupon_fk', 'couponId', 'coupons', 'CASCADE')],
});

/** Replaces the tags of a coupon. */
export async function setTags(transaction: Transaction, couponId: string, tags: readonly string[]): Promise<void> {
  await deleteRows(transaction, couponTags, { couponId });
  if (tags.length > 0)
    await insertRows(
      transaction,
      couponTags,
      [...new Set(tags)].map((tag) => ({ couponId, tag })),
    );
}
