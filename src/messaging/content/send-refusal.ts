import { Problem } from '../../kernel/problem.ts';

/** Says why an address gets no email. The reason is a sentence without its first capital and its full stop. */
export function emailNotSent(address: string, reason: string): Problem {
  return new Problem('EMAIL_NOT_SENT', `Email not sent to ${address}: ${reason}.`);
}

export function smsNotSent(phone: string, reason: string): Problem {
  return new Problem('SMS_NOT_SENT', `SMS not sent to ${phone}: ${reason}.`);
}
