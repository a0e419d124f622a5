import { Problem } from '../../kernel/problem.ts';
import type { MessageChannel } from '../platform/channel.ts';

/** Returns the problem for a message that was not sent. The reason has no initial capital and no full stop. */
export function notSent(channel: MessageChannel, address: string, reason: string): Problem {
  return channel === 'SMS' ? smsNotSent(address, reason) : emailNotSent(address, reason);
}

export function emailNotSent(address: string, reason: string): Problem {
  return new Problem('EMAIL_NOT_SENT', `Email not sent to ${address}: ${reason}.`);
}

function smsNotSent(phone: string, reason: string): Problem {
  return new Problem('SMS_NOT_SENT', `SMS not sent to ${phone}: ${reason}.`);
}
