import type { Connection } from '../../kernel/database/database.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';

/** Add what higher nouns know of a coupon to the data of its events. */
export const couponEventData = new ExtensionPoint<(connection: Connection, couponId: string) => Promise<object>>(
  'couponEventData',
);

/** Return the SQL condition that a coupon stands in a category, from the expressions for their ids. */
export const couponCategoryConditions = new ExtensionPoint<(coupon: string, category: string) => string>(
  'couponCategoryConditions',
);

/** Tell whether a coupon is in use: it must be voided before it is deleted. */
export const couponUses = new ExtensionPoint<(connection: Connection, couponId: string) => Promise<boolean>>(
  'couponUses',
);
