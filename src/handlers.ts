import { purgeCoupon } from './coupons/purge-coupon.ts';
import type { Handler } from './jobs/run.ts';

/** Who does the jobs of each kind. */
export const handlers: Record<string, Handler> = { purgeCoupon };
