import type { Connection } from '../../kernel/database/database.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';

/** Functions that add data of other domains to a coupon's events. */
export const couponEventData = new ExtensionPoint<(connection: Connection, couponId: string) => Promise<object>>(
  'couponEventData',
);

/** Functions that return an SQL condition for coupons in a category. They get SQL expressions for the two ids. */
export const couponCategoryConditions = new ExtensionPoint<(coupon: string, category: string) => string>(
  'couponCategoryConditions',
);

/** Functions that determine whether a coupon is in use. Such a coupon must be voided before it is deleted. */
export const couponUses = new ExtensionPoint<(connection: Connection, couponId: string) => Promise<boolean>>(
  'couponUses',
);
