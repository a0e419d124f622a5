import { z } from 'zod';
import { query } from '../../kernel/api/query.ts';
import { couponId } from './coupon.inputs.ts';
import { requireCoupon } from './coupon.ts';
import { CouponType } from './coupon.type.ts';

export const coupon = query({
  name: 'coupon',
  description: 'One coupon.',
  scope: 'READ',
  input: z.object({ id: couponId }),
  type: CouponType,
  problems: ['COUPON_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireCoupon(database, viewer.account.id, input.id),
});
