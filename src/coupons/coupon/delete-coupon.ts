import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { couponIdOnly } from './coupon.inputs.ts';
import { couponRow } from './coupon.ts';
import { CouponType } from './coupon.type.ts';
import { saveCoupon } from './coupon-events.ts';
import { couponUses } from './coupon-extensions.ts';
import { purgeCoupon } from './coupon-removal.ts';

mutation({
  name: 'deleteCoupon',
  description:
    'Deletes a coupon and its sessions. A coupon with sessions must be voided first. They disappear for all callers at once; a job removes them from the database.',
  scope: 'WRITE',
  input: couponIdOnly,
  type: CouponType,
  problems: ['COUPON_NOT_FOUND', 'COUPON_HAS_SESSIONS'],
  run: async ({ input, viewer, transaction }) => {
    const coupon = await lockRow(transaction, couponRow, { accountId: viewer.account.id, id: input.id });
    const uses = await Promise.all(couponUses.extensions.map((isUsed) => isUsed(transaction, coupon.id)));
    if (uses.includes(true) && !coupon.voidedAt) throw new Problem('COUPON_HAS_SESSIONS');
    coupon.deletedAt = now();
    await later(transaction, purgeCoupon, { coupon: coupon.id });
    return saveCoupon(transaction, coupon, 'coupon_removed', viewer.keyId);
  },
});
