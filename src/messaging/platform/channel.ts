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

export const providers = ['CAPTURE', 'SMTP', 'TWILIO', 'SMPP', 'APPLE', 'GOOGLE'] as const;

export type Provider = (typeof providers)[number];

/** The providers that can send on each channel. */
export const providersOf = {
  EMAIL: ['SMTP', 'CAPTURE'],
  SMS: ['TWILIO', 'SMPP', 'CAPTURE'],
  EMAIL_SERVICE: ['SMTP', 'CAPTURE'],
  SMS_SERVICE: ['TWILIO', 'SMPP', 'CAPTURE'],
  APPLE_WALLET: ['APPLE', 'CAPTURE'],
  GOOGLE_WALLET: ['GOOGLE', 'CAPTURE'],
} as const satisfies Record<IntegrationChannel, readonly Provider[]>;
