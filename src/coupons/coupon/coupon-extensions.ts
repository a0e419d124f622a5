import type { Connection } from '../../kernel/database/database.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';

/** Data of other domains for a coupon's events. */
export const couponEventData = new ExtensionPoint<(connection: Connection, couponId: string) => Promise<object>>(
  'couponEventData',
);

/** SQL conditions for a coupon in a category, given the expressions for their ids. */
export const couponCategoryConditions = new ExtensionPoint<(coupon: string, category: string) => string>(
  'couponCategoryConditions',
);

/** A coupon in use must be voided before it is deleted. */
export const couponUses = new ExtensionPoint<(connection: Connection, couponId: string) => Promise<boolean>>(
  'couponUses',
);
