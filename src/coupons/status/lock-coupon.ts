import { mutation } from '../../kernel/api/mutation.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { couponIdOnly } from '../coupon/coupon.inputs.ts';
import { couponRow } from '../coupon/coupon.ts';
import { CouponType } from '../coupon/coupon.type.ts';
import { saveCoupon } from '../coupon/coupon-events.ts';

mutation({
  name: 'lockCoupon',
  description: 'Locks a coupon: until it is unlocked its sessions refuse every operation with `COUPON_LOCKED`.',
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
    if (coupon.lockedAt) throw new Problem('COUPON_ALREADY_LOCKED');
    coupon.lockedAt = now();
    return saveCoupon(transaction, coupon, 'coupon_edit_locked', viewer.keyId);
  },
});
