export const sessionProblems = {
  SESSION_NOT_FOUND: 'Session not found.',
  SESSION_EXPIRED: 'Session or coupon expired.',
  SESSION_NOT_STARTED_YET: 'Start date not reached.',
  SESSION_ALREADY_CLAIMED: 'Session already claimed.',
  SESSION_NOT_CLAIMED: 'Cannot lock because not claimed.',
  SESSION_ALREADY_VALIDATED: 'Session already validated.',
  VALIDATION_FINAL: 'A till can undo only its own validation, within 10 minutes.',
  SESSION_NOT_VALIDATED: 'Session already unvalidated.',
  SESSION_LOCKED: 'Session locked.',
  SESSION_ALREADY_LOCKED: 'Session already locked.',
  SESSION_HELD: 'Session locked: a till holds it.',
  NOT_AT_THIS_LOCATION: 'The coupon cannot be redeemed at this location.',
  SESSION_NOT_LOCKED: 'Session already unlocked.',
  SESSION_VOIDED: 'Session voided.',
  SESSION_ALREADY_VOIDED: 'Session already voided.',
  SESSION_NOT_VOIDED: 'Session was not voided.',
  SESSIONS_REFUSED: 'The operation is not allowed for some sessions in the range.',
  RANGE_TOO_LONG: 'The range has more than 250,000 sessions. Split it into smaller ranges.',
  SEQUENCE_ORDER: 'The end sequence id comes before the start sequence id.',
  START_SEQUENCE_NOT_FOUND: 'The start sequence id was not found in the coupon.',
  END_SEQUENCE_NOT_FOUND: 'The end sequence id was not found in the coupon.',
  SEQUENCES_OF_OTHER_COUPON: 'The start and end sequence ids do not belong to the given coupon.',
  SEQUENCES_OF_DIFFERENT_COUPONS: 'The start and end sequence ids do not belong to the same coupon.',
  VALIDATION_CODES_EXHAUSTED: 'Too few unused validation codes are left.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof sessionProblems, string> {}
}
