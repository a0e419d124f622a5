import { Problem } from '../../kernel/problem.ts';

/** Returns the problem for an email that was not sent. The reason has no initial capital and no full stop. */
export function emailNotSent(address: string, reason: string): Problem {
  return new Problem('EMAIL_NOT_SENT', `Email not sent to ${address}: ${reason}.`);
}

export function smsNotSent(phone: string, reason: string): Problem {
  return new Problem('SMS_NOT_SENT', `SMS not sent to ${phone}: ${reason}.`);
}
