import { emailKey } from '../../kernel/values/email-address.ts';
import { phoneBeginning } from '../../kernel/values/phone-number.ts';

export const messageChannels = ['EMAIL', 'SMS'] as const;

export type MessageChannel = (typeof messageChannels)[number];

/** Returns the beginning of addresses in the form that is used for comparison. */
export function beginningKey(channel: MessageChannel, text: string): string {
  return channel === 'EMAIL' ? emailKey(text.trim()) : phoneBeginning(text);
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
