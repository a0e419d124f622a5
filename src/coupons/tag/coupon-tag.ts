import { EntitySchema } from 'typeorm';
import { reference, text } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';

/** One tag of one coupon. */
export class CouponTag {
  couponId!: string;
  tag!: string;
}

export const couponTags = new EntitySchema<CouponTag>({
  name: 'CouponTag',
  tableName: 'coupon_tags',
  target: CouponTag,
  columns: {
    couponId: { ...text(16), primary: true },
    tag: { ...text(50), primary: true },
  },
  foreignKeys: [reference('coupon_tags_coupon_fk', 'couponId', 'coupons', 'CASCADE')],
});

/** Replaces the tags of a coupon. */
export async function setTags(transaction: Transaction, couponId: string, tags: readonly string[]): Promise<void> {
  await transaction.manager.delete(couponTags, { couponId });
  if (tags.length > 0)
    await transaction.manager.insert(
      couponTags,
      [...new Set(tags)].map((tag) => ({ couponId, tag })),
    );
}
