import { deliverable, emailKey } from '../../kernel/values/email-address.ts';
import { e164 } from '../../kernel/values/phone-number.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';

/** An address as a contact of the channel has it and as it is compared; null when it is none of the channel. */
export function readAddress(channel: MessageChannel, given: string): { address: string; addressKey: string } | null {
  if (channel === 'SMS') {
    const number = e164(given);
    return number === null ? null : { address: number, addressKey: number };
  }
  const address = given.trim();
  const found = deliverable(address);
  return found === null ? null : { address, addressKey: found.toLowerCase() };
}

/** How an address is compared, whether it is one or not. */
export function contactKeyOf(channel: MessageChannel, address: string): string {
  return channel === 'EMAIL' ? emailKey(address.trim()) : (e164(address) ?? address);
}
