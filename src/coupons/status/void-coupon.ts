import { mutation } from '../../kernel/api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { couponIdOnly } from '../coupon/coupon.inputs.ts';
import { couponRow } from '../coupon/coupon.ts';
import { CouponType } from '../coupon/coupon.type.ts';
import { saveCoupon } from '../coupon/coupon-events.ts';
import { voidCoupon } from './coupon-status.ts';

mutation({
  name: 'voidCoupon',
  description: 'Voids a coupon. Until it is unvoided, its sessions refuse all operations with `COUPON_VOIDED`.',
  scope: 'WRITE',
  input: couponIdOnly,
  type: CouponType,
  problems: ['COUPON_NOT_FOUND', 'COUPON_ALREADY_VOIDED'],
  run: async ({ input, viewer, transaction }) => {
    const coupon = await requireRow(
      transaction,
      couponRow,
      { accountId: viewer.account.id, id: input.id },
      'exclusive',
    );
    voidCoupon(coupon);
    return saveCoupon(transaction, coupon, 'coupon_edit_voided', viewer.keyId);
  },
});
