import { mutation } from '../../kernel/api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { couponIdOnly } from '../coupon/coupon.inputs.ts';
import { couponRow } from '../coupon/coupon.ts';
import { CouponType } from '../coupon/coupon.type.ts';
import { saveCoupon } from '../coupon/coupon-events.ts';
import { unvoidCoupon } from './coupon-status.ts';

mutation({
  name: 'unvoidCoupon',
  description: 'Restores a voided coupon.',
  scope: 'WRITE',
  input: couponIdOnly,
  type: CouponType,
  problems: ['COUPON_NOT_FOUND', 'COUPON_NOT_VOIDED'],
  run: async ({ input, viewer, transaction }) => {
    const coupon = await requireRow(
      transaction,
      couponRow,
      { accountId: viewer.account.id, id: input.id },
      'exclusive',
    );
    unvoidCoupon(coupon);
    return saveCoupon(transaction, coupon, 'coupon_edit_unvoided', viewer.keyId);
  },
});
