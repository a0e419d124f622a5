import type { CountryCode } from 'libphonenumber-js';
import { deliverable, emailKey } from '../../kernel/values/email-address.ts';
import { e164 } from '../../kernel/values/phone-number.ts';
import { withoutEdges } from '../../kernel/values/without-edges.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';

/** Returns null if the address is not valid. */
export function readAddress(channel: MessageChannel, given: string): { address: string; addressKey: string } | null {
  if (channel === 'SMS') {
    const number = e164(given);
    return number === null ? null : { address: number, addressKey: number };
  }
  const address = withoutEdges(given);
  return deliverable(address) === null ? null : { address, addressKey: emailKey(address) };
}

/** Returns the key of an address, even of an invalid one. */
export function contactKeyOf(channel: MessageChannel, address: string, country: CountryCode | null = null): string {
  return channel === 'EMAIL' ? emailKey(address) : (e164(address, country) ?? address);
}
