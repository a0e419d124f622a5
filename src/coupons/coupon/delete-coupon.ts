import { mutation } from '../../kernel/api/mutation.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { couponIdOnly } from './coupon.inputs.ts';
import { requireCoupon } from './coupon.ts';
import { CouponType } from './coupon.type.ts';
import { saveCoupon } from './coupon-events.ts';
import { purgeCoupon } from './coupon-removal.ts';

mutation({
  name: 'deleteCoupon',
  description:
    'Deletes a coupon. One that has sessions must be voided first; they are gone for every caller at once, and removed from the database by a job.',
  scope: 'WRITE',
  input: couponIdOnly,
  type: CouponType,
  problems: ['COUPON_NOT_FOUND', 'COUPON_HAS_SESSIONS'],
  run: async ({ input, viewer, transaction }) => {
    const coupon = await requireCoupon(transaction, viewer.account.id, input.id, 'exclusive');
    const sessions = await transaction.rows('SELECT 1 FROM coupon_sessions s WHERE s.coupon_id = ? LIMIT 1', [
      coupon.id,
    ]);
    if (sessions.length > 0 && !coupon.voidedAt) throw new Problem('COUPON_HAS_SESSIONS');
    coupon.deletedAt = now();
    await later(transaction, purgeCoupon.name, { coupon: coupon.id });
    return saveCoupon(transaction, coupon, 'coupon_edit_removed', viewer.keyId);
  },
});
