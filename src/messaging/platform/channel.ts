import type { CountryCode } from 'libphonenumber-js';
import { emailKey } from '../../kernel/values/email-address.ts';
import { phoneBeginning } from '../../kernel/values/phone-number.ts';

export const messageChannels = ['EMAIL', 'SMS'] as const;

export type MessageChannel = (typeof messageChannels)[number];

/** Returns the beginning of addresses in the form that is used for comparison. `country`: that of national phone numbers. */
export function beginningKey(channel: MessageChannel, text: string, country: CountryCode | null): string {
  return channel === 'EMAIL' ? emailKey(text) : phoneBeginning(text, country);
}

/** The channels that carry messages, and the wallets, which carry passes. */
export const integrationChannels = [
  'EMAIL',
  'SMS',
  'EMAIL_SERVICE',
  'SMS_SERVICE',
  'APPLE_WALLET',
  'GOOGLE_WALLET',
] as const;

export type IntegrationChannel = (typeof integrationChannels)[number];
