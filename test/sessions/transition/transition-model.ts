/*
 * An independent model of the rules of coupon sessions: the order of checks from section 6 of the contract,
 * applied to the transition table of the specification.
 */

export const operations = ['void', 'unvoid', 'lock', 'unlock', 'claim', 'validate', 'unvalidate', 'activate'] as const;
export type Operation = (typeof operations)[number];

export const sessionFacts = ['started', 'claimed', 'validated', 'locked', 'voided'] as const;
export const couponFacts = ['couponLocked', 'couponVoided', 'expired', 'notStartedYet'] as const;
type SessionFact = (typeof sessionFacts)[number];
export type SessionState = Record<SessionFact | (typeof couponFacts)[number], boolean>;

/** The operation numbers of couponsession/update. */
export const numbers = {
  SESSION_EXPIRED: 351,
  SESSION_ALREADY_CLAIMED: 352,
  SESSION_NOT_CLAIMED: 352,
  SESSION_NOT_VALIDATED: 353,
  COUPON_LOCKED: 354,
  SESSION_LOCKED: 354,
  SESSION_ALREADY_LOCKED: 354,
  COUPON_VOIDED: 355,
  SESSION_VOIDED: 355,
  SESSION_ALREADY_VOIDED: 355,
  SESSION_NOT_LOCKED: 356,
  SESSION_NOT_VOIDED: 357,
  SESSION_ALREADY_VALIDATED: 358,
  SESSION_NOT_STARTED_YET: 360,
} as const;
export type Refusal = keyof typeof numbers;

/** Every combination of the facts of a session and its coupon. */
export const combinations: SessionState[] = [...sessionFacts, ...couponFacts].reduce<SessionState[]>(
  (known, fact) => known.flatMap((facts) => [facts, { ...facts, [fact]: true }]),
  [Object.fromEntries([...sessionFacts, ...couponFacts].map((fact) => [fact, false])) as SessionState],
);

/** Returns the first check that fails, or null. */
export function refusalOf(operation: Operation, facts: SessionState): Refusal | null {
  const concerns = (...list: Operation[]) => list.includes(operation);
  if (facts.couponVoided) return 'COUPON_VOIDED';
  if (facts.couponLocked) return 'COUPON_LOCKED';
  if (facts.expired) return 'SESSION_EXPIRED';
  if (facts.notStartedYet && concerns('claim', 'validate')) return 'SESSION_NOT_STARTED_YET';
  if (facts.voided && concerns('claim', 'validate', 'unvalidate', 'lock', 'unlock')) return 'SESSION_VOIDED';
  if (facts.locked && concerns('claim', 'validate')) return 'SESSION_LOCKED';
  return ownRefusalOf(operation, facts);
}

/** The row of the operation in the specification's table. */
function ownRefusalOf(operation: Operation, facts: SessionState): Refusal | null {
  switch (operation) {
    case 'void':
      return facts.voided ? 'SESSION_ALREADY_VOIDED' : null;
    case 'unvoid':
      return facts.voided ? null : 'SESSION_NOT_VOIDED';
    case 'lock':
      if (!facts.claimed) return 'SESSION_NOT_CLAIMED';
      if (facts.locked) return 'SESSION_ALREADY_LOCKED';
      return facts.validated ? 'SESSION_ALREADY_VALIDATED' : null;
    case 'unlock':
      return facts.locked ? null : 'SESSION_NOT_LOCKED';
    case 'claim':
      return facts.claimed ? 'SESSION_ALREADY_CLAIMED' : null;
    case 'validate':
      return facts.validated ? 'SESSION_ALREADY_VALIDATED' : null;
    case 'unvalidate':
      return facts.validated ? null : 'SESSION_NOT_VALIDATED';
    case 'activate':
      return null;
  }
}

const effects: Record<Operation, Partial<SessionState>> = {
  void: { voided: true },
  unvoid: { voided: false },
  lock: { locked: true },
  unlock: { locked: false },
  claim: { claimed: true, started: true },
  validate: { claimed: true, validated: true, started: true },
  unvalidate: { validated: false },
  activate: { started: true, voided: false },
};

/** The facts of the session after the operation succeeded. */
export function factsAfter(operation: Operation, facts: SessionState): SessionState {
  return { ...facts, ...effects[operation] };
}

/** Whether the operation succeeds without changing anything. */
export function changesNothing(operation: Operation, facts: SessionState): boolean {
  return operation === 'activate' && facts.started && !facts.voided;
}
