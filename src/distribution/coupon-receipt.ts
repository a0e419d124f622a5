import { EntitySchema } from 'typeorm';
import { type Instant, instant, now, text } from '../database/columns.ts';
import type { Transaction } from '../database/database.ts';

/**
 * Says that an address got a coupon, and by which message. Its primary key decides who is a duplicate, so that
 * `check_unique` holds under concurrency (contract, section 6).
 */
export class CouponReceipt {
  couponId!: string;
  /** As it is compared. */
  address!: string;
  messageId!: string;
  createdAt!: Instant;
}

export const couponReceipts = new EntitySchema<CouponReceipt>({
  name: 'CouponReceipt',
  tableName: 'coupon_receipts',
  target: CouponReceipt,
  columns: {
    couponId: { ...text(16), primary: true },
    address: { ...text(254), primary: true },
    messageId: text(20),
    createdAt: instant,
  },
  indices: [{ name: 'coupon_receipts_message', columns: ['messageId'] }],
});

/** Notes that the address gets the coupon, unless it got it before. Answers whether it was noted. */
export async function noteReceipt(
  transaction: Transaction,
  { couponId, address, messageId }: Omit<CouponReceipt, 'createdAt'>,
): Promise<boolean> {
  const noted = await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO coupon_receipts (coupon_id, address, message_id, created_at) VALUES (?, ?, ?, ?)`,
    [couponId, address, messageId, now()],
  );
  return noted > 0;
}
