import { nextDeleted, removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';

/** The kind of the job that removes a deleted coupon and everything that belongs to it. Its events stay. */
export const purgeCoupon = removalKind('purgeCoupon', 'coupon');

/** Removes the row of the coupon. A cascading foreign key removes its tags. */
export const removeCoupon = removeDeleted('coupons');

/** Finds the next coupon of an account that is being removed. */
export const nextCoupon = nextDeleted('coupons');
