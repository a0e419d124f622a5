import type { Connection } from '../../kernel/database/database.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';

/** Functions that return data of higher nouns to add to a coupon's events. */
export const couponEventData = new ExtensionPoint<(connection: Connection, couponId: string) => Promise<object>>(
  'couponEventData',
);

/** Functions that return the SQL condition for a coupon in a category, given the expressions for their ids. */
export const couponCategoryConditions = new ExtensionPoint<(coupon: string, category: string) => string>(
  'couponCategoryConditions',
);

/** Functions that return whether a coupon is in use. A coupon in use must be voided before it is deleted. */
export const couponUses = new ExtensionPoint<(connection: Connection, couponId: string) => Promise<boolean>>(
  'couponUses',
);
