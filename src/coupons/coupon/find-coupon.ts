import { z } from 'zod';
import { query } from '../../api/query.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { couponId } from './coupon.inputs.ts';
import { couponRow } from './coupon.ts';
import { CouponType } from './coupon.type.ts';

export const coupon = query({
  name: 'coupon',
  description: 'A coupon of the account.',
  scope: 'READ',
  input: z.object({ id: couponId }),
  type: CouponType,
  problems: ['COUPON_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireRow(database, couponRow, { accountId: viewer.account.id, id: input.id }),
});
