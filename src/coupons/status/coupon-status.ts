import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import type { Coupon } from '../coupon/coupon.ts';

export function voidCoupon(coupon: Coupon): void {
  if (coupon.voidedAt) throw new Problem('COUPON_ALREADY_VOIDED');
  coupon.voidedAt = now();
}

export function unvoidCoupon(coupon: Coupon): void {
  if (!coupon.voidedAt) throw new Problem('COUPON_NOT_VOIDED');
  coupon.voidedAt = null;
}

export function lockCoupon(coupon: Coupon): void {
  if (coupon.lockedAt) throw new Problem('COUPON_ALREADY_LOCKED');
  coupon.lockedAt = now();
}

export function unlockCoupon(coupon: Coupon): void {
  if (!coupon.lockedAt) throw new Problem('COUPON_NOT_LOCKED');
  coupon.lockedAt = null;
}

export function changeStatus(coupon: Coupon, status: Coupon['status']): void {
  if (coupon.status === status) throw new Problem('COUPON_STATUS_UNCHANGED');
  coupon.status = status;
}
