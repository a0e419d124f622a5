import type { Coupon } from '../../coupons/coupon/coupon.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { type CouponSession, isExpired } from '../../sessions/session/session.ts';

/** The state of a coupon, and since when or until when it applies. */
export interface PageState {
  kind: 'USABLE' | 'HELD' | 'FUTURE' | 'LOCKED' | 'EXPIRED' | 'REDEEMED' | 'VOIDED';
  /** Null for a coupon that can be used. */
  at: Instant | null;
}

type Offered = Pick<Coupon, 'startsAt' | 'lockedAt' | 'voidedAt'>;
type PageSession = Pick<CouponSession, 'voidedAt' | 'validatedAt' | 'lockedAt' | 'expiresAt' | 'heldUntil'>;

/** Returns the first state that applies, in the order in which tills check them. */
export function pageStateOf(coupon: Offered, session: PageSession, at: Instant): PageState {
  const voidedAt = earlier(coupon.voidedAt, session.voidedAt);
  if (voidedAt) return { kind: 'VOIDED', at: voidedAt };
  if (session.validatedAt) return { kind: 'REDEEMED', at: session.validatedAt };
  if (isExpired(session, at)) return { kind: 'EXPIRED', at: session.expiresAt };
  const lockedAt = earlier(coupon.lockedAt, session.lockedAt);
  if (lockedAt) return { kind: 'LOCKED', at: lockedAt };
  if (coupon.startsAt && coupon.startsAt > at) return { kind: 'FUTURE', at: coupon.startsAt };
  if (session.heldUntil && session.heldUntil > at) return { kind: 'HELD', at: session.heldUntil };
  return { kind: 'USABLE', at: null };
}

/** Returns the time when the state changes by itself, or null. */
export function nextChange({ startsAt }: Offered, { expiresAt, heldUntil }: PageSession, at: Instant): Instant | null {
  const [next] = [startsAt, expiresAt, heldUntil].filter((time) => time !== null && time > at).sort();
  return next ?? null;
}

function earlier(one: Instant | null, other: Instant | null): Instant | null {
  return [one, other].filter((time) => time !== null).sort()[0] ?? null;
}
