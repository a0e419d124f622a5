import { removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';

/** Removes a deleted coupon with all that belongs to it. Its events stay. */
export const purgeCoupon = removalKind('purgeCoupon', 'coupon');

/** Its tags go with the row. */
export const removeCoupon = removeDeleted('coupons');
