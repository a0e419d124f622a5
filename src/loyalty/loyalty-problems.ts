export const loyaltyProblems = {
  LOYALTY_CARD_NOT_FOUND: 'Loyalty card not found.',
  LOYALTY_CARD_HAS_USERS: 'The loyalty card has users. Deactivate it first.',
  LOYALTY_USER_NOT_FOUND: 'Loyalty user not found.',
  LOYALTY_USER_VOIDED: 'Loyalty user voided.',
  LOYALTY_USER_ALREADY_VOIDED: 'Loyalty user already voided.',
  USER_ALREADY_LINKED: 'The user is already linked to the loyalty card.',
  REWARD_NOT_FOUND: 'Reward not found.',
  REWARD_NOT_USABLE: 'The reward has been used or has expired.',
  REWARD_ALREADY_RETIRED: 'Reward already retired.',
  STAMP_REWARD_EXISTS: 'The loyalty card already has a reward at this number of stamps. Retire it first.',
  NOT_A_STAMP_CARD: 'Only a stamp card can have a stamp reward.',
  BALANCE_TOO_LOW: 'Not enough points or stamps.',
  DAILY_LIMIT: 'The user would receive more stamps or points than the card allows in a day.',
  LEDGER_ENTRY_NOT_FOUND: 'Ledger entry not found.',
  LEDGER_ENTRY_ALREADY_REVERSED: 'Ledger entry already reversed.',
  LEDGER_ENTRY_NOT_REVERSIBLE: 'A reversal or an expiry cannot be reversed.',
  NO_POINTS_FOR_PURCHASES: 'The loyalty card gives no points for purchases.',
  PURCHASE_EXISTS: 'The loyalty card has another purchase with this reference.',
  PURCHASE_NOT_FOUND: 'Purchase not found.',
  PURCHASE_REVERSED: 'The purchase with this reference was reversed.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof loyaltyProblems, string> {}
}
