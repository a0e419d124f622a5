import type { Instant } from '../../kernel/values/instant.ts';
import type { CouponSession } from '../../sessions/session/session.ts';
import { type Counts, thousandthsOf } from '../tally/counters.ts';

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

interface Fact {
  at: Instant;
  counts: Partial<Counts>;
}

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
