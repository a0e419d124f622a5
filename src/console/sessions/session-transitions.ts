import { nowMilliseconds } from '../../kernel/values/instant.ts';
import { isHeld } from './session-state.ts';

export interface SessionTimes {
  claimedAt: string | null;
  validatedAt: string | null;
  lockedAt: string | null;
  voidedAt: string | null;
  startedAt: string | null;
  heldUntil: string | null;
  expired: boolean;
  coupon: { voidedAt: string | null; lockedAt: string | null; startDate: string | null };
}

const transitionNames = [
  'validate',
  'claim',
  'hold',
  'unvalidate',
  'unlock',
  'unvoid',
  'activate',
  'lock',
  'void',
] as const;
export type TransitionName = (typeof transitionNames)[number];

/** The reasons why a session accepts no transition at all. */
export type Hindrance = 'COUPON_VOIDED' | 'COUPON_LOCKED' | 'SESSION_EXPIRED';

export function hindranceOf({ coupon, expired }: SessionTimes): Hindrance | null {
  if (coupon.voidedAt) return 'COUPON_VOIDED';
  if (coupon.lockedAt) return 'COUPON_LOCKED';
  return expired ? 'SESSION_EXPIRED' : null;
}

export function hasBegun({ coupon: { startDate } }: SessionTimes): boolean {
  return startDate === null || Date.parse(startDate) <= nowMilliseconds();
}

/**
 * Omits the transitions that the service would refuse. Only the holder can claim and validate a held session. The
 * holder may be the person at the screen.
 */
export function acceptedBy(session: SessionTimes): TransitionName[] {
  if (hindranceOf(session)) return [];
  const { claimedAt, validatedAt, lockedAt, voidedAt, startedAt } = session;
  const isRedeemable = hasBegun(session) && !voidedAt && !lockedAt;
  const accepts: Record<TransitionName, boolean> = {
    validate: isRedeemable && !validatedAt,
    claim: isRedeemable && !claimedAt,
    hold: isRedeemable && !validatedAt && !isHeld(session),
    unvalidate: !voidedAt && validatedAt !== null,
    unlock: !voidedAt && lockedAt !== null,
    unvoid: voidedAt !== null,
    activate: voidedAt === null && startedAt === null,
    lock: !voidedAt && claimedAt !== null && !lockedAt && !validatedAt,
    void: !voidedAt,
  };
  return transitionNames.filter((name) => accepts[name]);
}
