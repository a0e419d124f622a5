import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { couponId, couponStatus } from '../coupon/coupon.inputs.ts';
import { couponRow } from '../coupon/coupon.ts';
import { CouponType } from '../coupon/coupon.type.ts';
import { saveCoupon } from '../coupon/coupon-events.ts';
import { changeStatus } from './coupon-status.ts';

export const setCouponStatus = mutation({
  name: 'setCouponStatus',
  description: 'Changes the status of a coupon from `EXAMPLE` to `ACTIVE` or back.',
  scope: 'WRITE',
  input: z.object({ id: couponId, status: couponStatus.meta({ description: 'The new status.' }) }),
  type: CouponType,
  problems: ['COUPON_NOT_FOUND', 'COUPON_STATUS_UNCHANGED'],
  run: async ({ input, viewer, transaction }) => {
    const coupon = await requireRow(
      transaction,
      couponRow,
      { accountId: viewer.account.id, id: input.id },
      'exclusive',
    );
    changeStatus(coupon, input.status);
    return saveCoupon(transaction, coupon, 'coupon_updated', viewer.keyId);
  },
});
