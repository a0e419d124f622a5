import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import type { Coupon } from '../coupon/coupon.ts';

/** Voids a coupon in memory. Throws `COUPON_ALREADY_VOIDED` when it is voided already. */
export function voidCoupon(coupon: Coupon): void {
  if (coupon.voidedAt) throw new Problem('COUPON_ALREADY_VOIDED');
  coupon.voidedAt = now();
}

/** Unvoids a coupon in memory. Throws `COUPON_NOT_VOIDED` when it is not voided. */
export function unvoidCoupon(coupon: Coupon): void {
  if (!coupon.voidedAt) throw new Problem('COUPON_NOT_VOIDED');
  coupon.voidedAt = null;
}

/** Locks a coupon in memory. Throws `COUPON_ALREADY_LOCKED` when it is locked already. */
export function lockCoupon(coupon: Coupon): void {
  if (coupon.lockedAt) throw new Problem('COUPON_ALREADY_LOCKED');
  coupon.lockedAt = now();
}

/** Unlocks a coupon in memory. Throws `COUPON_NOT_LOCKED` when it is not locked. */
export function unlockCoupon(coupon: Coupon): void {
  if (!coupon.lockedAt) throw new Problem('COUPON_NOT_LOCKED');
  coupon.lockedAt = null;
}

/** Changes the status of a coupon in memory. Throws `COUPON_STATUS_UNCHANGED` when it has this status already. */
export function changeStatus(coupon: Coupon, status: Coupon['status']): void {
  if (coupon.status === status) throw new Problem('COUPON_STATUS_UNCHANGED');
  coupon.status = status;
}
