import { mutation } from '../../kernel/api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { couponIdOnly } from '../coupon/coupon.inputs.ts';
import { couponRow } from '../coupon/coupon.ts';
import { CouponType } from '../coupon/coupon.type.ts';
import { saveCoupon } from '../coupon/coupon-events.ts';
import { unlockCoupon } from './coupon-status.ts';

mutation({
  name: 'unlockCoupon',
  description: 'Unlocks a coupon.',
  scope: 'WRITE',
  input: couponIdOnly,
  type: CouponType,
  problems: ['COUPON_NOT_FOUND', 'COUPON_NOT_LOCKED'],
  run: async ({ input, viewer, transaction }) => {
    const coupon = await requireRow(
      transaction,
      couponRow,
      { accountId: viewer.account.id, id: input.id },
      'exclusive',
    );
    unlockCoupon(coupon);
    return saveCoupon(transaction, coupon, 'coupon_edit_unlocked', viewer.keyId);
  },
});
