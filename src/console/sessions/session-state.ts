import { nowMilliseconds } from '../../kernel/values/instant.ts';
import type { Page } from '../frame/page.ts';
import { statusOf } from '../parts/pieces.tsx';

interface Times {
  openedAt: string | null;
  claimedAt: string | null;
  validatedAt: string | null;
  lockedAt: string | null;
  voidedAt: string | null;
  heldUntil: string | null;
  expired: boolean;
}

const tones = {
  NEW: 'calm',
  OPENED: 'calm',
  CLAIMED: 'good',
  VALIDATED: 'good',
  HELD: 'warn',
  LOCKED: 'warn',
  EXPIRED: 'bad',
  VOIDED: 'bad',
} as const;

export function sessionStatus({ words }: Page, session: Times) {
  const state = stateOf(session);
  return statusOf(words.codes.states[state], tones[state]);
}

/** If several states apply, returns the one that matters most at the till. */
function stateOf(session: Times): keyof typeof tones {
  if (session.voidedAt) return 'VOIDED';
  if (session.validatedAt) return 'VALIDATED';
  if (session.expired) return 'EXPIRED';
  if (session.lockedAt) return 'LOCKED';
  if (isHeld(session)) return 'HELD';
  if (session.claimedAt) return 'CLAIMED';
  return session.openedAt ? 'OPENED' : 'NEW';
}

export function isHeld({ heldUntil }: Pick<Times, 'heldUntil'>): boolean {
  return heldUntil !== null && Date.parse(heldUntil) > nowMilliseconds();
}
