import { mutation } from '../../kernel/api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { couponIdOnly } from '../coupon/coupon.inputs.ts';
import { couponRow } from '../coupon/coupon.ts';
import { CouponType } from '../coupon/coupon.type.ts';
import { saveCoupon } from '../coupon/coupon-events.ts';
import { lockCoupon } from './coupon-status.ts';

mutation({
  name: 'lockCoupon',
  description: 'Locks a coupon. Until it is unlocked, its sessions refuse all operations with `COUPON_LOCKED`.',
  scope: 'WRITE',
  input: couponIdOnly,
  type: CouponType,
  problems: ['COUPON_NOT_FOUND', 'COUPON_ALREADY_LOCKED'],
  run: async ({ input, viewer, transaction }) => {
    const coupon = await requireRow(
      transaction,
      couponRow,
      { accountId: viewer.account.id, id: input.id },
      'exclusive',
    );
    lockCoupon(coupon);
    return saveCoupon(transaction, coupon, 'coupon_edit_locked', viewer.keyId);
  },
});
