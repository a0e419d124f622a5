import type { ProblemCode } from '../../kernel/problem.ts';

export const draftProblems = [
  'NO_EMAIL_INTEGRATION',
  'NO_SMS_INTEGRATION',
  'NO_EMAIL_SERVICE',
  'NO_SMS_SERVICE',
  'COUPON_NOT_FOUND',
  'LOYALTY_CARD_NOT_FOUND',
  'DIRECTORY_NOT_FOUND',
  'SESSION_NOT_FOUND',
  'CONTACT_GROUP_NOT_FOUND',
  'EMAIL_NOT_SENT',
] as const satisfies readonly ProblemCode[];
