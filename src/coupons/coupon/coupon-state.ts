import { type Instant, now, toDate, toInstant } from '../../kernel/values/instant.ts';
import type { Coupon } from './coupon.ts';

/** The states of a coupon, by priority: the first that applies counts. */
export const couponStates = ['VOIDED', 'LOCKED', 'EXAMPLE', 'EXPIRED', 'FUTURE', 'ENDING_SOON', 'RUNNING'] as const;
export type CouponState = (typeof couponStates)[number];

const soonDays = 7;

type Stateful = Pick<Coupon, 'voidedAt' | 'lockedAt' | 'status' | 'expiresAt' | 'startsAt'>;

export function stateOf(coupon: Stateful, at: Instant = now()): CouponState {
  const { voidedAt, lockedAt, status, expiresAt, startsAt } = coupon;
  if (voidedAt) return 'VOIDED';
  if (lockedAt) return 'LOCKED';
  if (status === 'EXAMPLE') return 'EXAMPLE';
  if (expiresAt && expiresAt <= at) return 'EXPIRED';
  if (startsAt && startsAt > at) return 'FUTURE';
  return expiresAt && expiresAt <= soonAfter(at) ? 'ENDING_SOON' : 'RUNNING';
}

/** The column with the state of the coupon `t`. It uses the values of `stateTimes`. */
export const stateColumn = `CASE WHEN t.voided_at IS NOT NULL THEN 'VOIDED' WHEN t.locked_at IS NOT NULL THEN 'LOCKED'
  WHEN t.status = 'EXAMPLE' THEN 'EXAMPLE' WHEN t.expires_at <= :now THEN 'EXPIRED' WHEN t.starts_at > :now THEN 'FUTURE'
  WHEN t.expires_at <= :soon THEN 'ENDING_SOON' ELSE 'RUNNING' END`;

export function stateTimes(at: Instant = now()): { now: Instant; soon: Instant } {
  return { now: at, soon: soonAfter(at) };
}

function soonAfter(at: Instant): Instant {
  return toInstant(new Date(toDate(at).getTime() + soonDays * 24 * 3600 * 1000));
}
