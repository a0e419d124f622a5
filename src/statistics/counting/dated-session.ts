import type { Instant } from '../../kernel/values/instant.ts';
import type { CouponSession } from '../../sessions/session/session.ts';
import { type Counts, thousandthsOf } from '../tally/counters.ts';

/** The times of what has happened to a session, and the money of its validation. */
type Dated = Pick<
  CouponSession,
  | 'createdAt'
  | 'openedAt'
  | 'savedToAppleAt'
  | 'savedToGoogleAt'
  | 'claimedAt'
  | 'validatedAt'
  | 'voidedAt'
  | 'moneySpent'
>;

/** What happened at a time. */
interface Fact {
  at: Instant;
  counts: Partial<Counts>;
}

/** Returns what has happened to a session, as far as it still shows. */
export function factsOf(session: Dated): Fact[] {
  const money = thousandthsOf(session.moneySpent);
  const facts: [Instant | null, Partial<Counts>][] = [
    [session.createdAt, { created: 1 }],
    [session.openedAt, { opened: 1 }],
    [session.savedToAppleAt, { saved: 1 }],
    [session.savedToGoogleAt, { saved: 1 }],
    [session.claimedAt, { claimed: 1 }],
    [session.validatedAt, { validated: 1, ...(money > 0 && { moneySpent: money }) }],
    [session.voidedAt, { voided: 1 }],
  ];
  return facts.flatMap(([at, counts]) => (at ? [{ at, counts }] : []));
}
