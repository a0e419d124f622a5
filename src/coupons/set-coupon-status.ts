import { z } from 'zod';
import { mutation } from '../kernel/api/mutation.ts';
import { Problem } from '../kernel/problem.ts';
import { requireCoupon } from './coupon.ts';
import { CouponType } from './coupon.type.ts';
import { couponId, couponStatus } from './inputs.ts';
import { saveCoupon } from './save-coupon.ts';

export const setCouponStatus = mutation({
  name: 'setCouponStatus',
  description: 'Switches a coupon between example and active (specification, "Coupon status").',
  scope: 'WRITE',
  input: z.object({ id: couponId, status: couponStatus.meta({ description: 'The new status.' }) }),
  type: CouponType,
  problems: ['COUPON_NOT_FOUND', 'COUPON_STATUS_UNCHANGED'],
  run: async ({ input, viewer, transaction }) => {
    const coupon = await requireCoupon(transaction, viewer.account.id, input.id, 'exclusive');
    if (coupon.status === input.status) throw new Problem('COUPON_STATUS_UNCHANGED');
    coupon.status = input.status;
    return saveCoupon(transaction, coupon, 'coupon_edit_status_updated', viewer.keyId);
  },
});
