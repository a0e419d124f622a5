import type { CountryCode } from 'libphonenumber-js';
import { emailKey } from '../../kernel/values/email-address.ts';
import { phoneBeginning } from '../../kernel/values/phone-number.ts';

export const messageChannels = ['EMAIL', 'SMS'] as const;

export type MessageChannel = (typeof messageChannels)[number];

/** Normalizes the beginning of an address for comparison. `country` is that of phone numbers without a country code. */
export function beginningKey(channel: MessageChannel, text: string, country: CountryCode | null): string {
  return channel === 'EMAIL' ? emailKey(text) : phoneBeginning(text, country);
}

export const integrationChannels = [
  'EMAIL',
  'SMS',
  'EMAIL_SERVICE',
  'SMS_SERVICE',
  'APPLE_WALLET',
  'GOOGLE_WALLET',
] as const;

export type IntegrationChannel = (typeof integrationChannels)[number];
