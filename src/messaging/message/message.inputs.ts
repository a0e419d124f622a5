import { z } from 'zod';
import type { Account } from '../../accounts/account/account.ts';
import { emailAddress, idInput, phoneNumber } from '../../api/inputs.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { countryOf, e164 } from '../../kernel/values/phone-number.ts';
import { type MessageChannel, messageChannels } from '../platform/channel.ts';
import { messageStatuses } from './message.ts';

export const messageId = idInput('message', 'a message id', 'The message');

export const messageChannel = z.enum(messageChannels).meta({
  id: 'MessageChannel',
  description: 'The channel of a message.',
  values: { EMAIL: 'Email.', SMS: 'SMS.' },
});

export const messageStatus = z.enum(messageStatuses).meta({
  id: 'MessageStatus',
  description: 'The status of a message.',
  values: {
    QUEUED: 'Waiting for its first or next attempt.',
    SENDING: 'Being handed to the platform.',
    SENT: 'Accepted by the platform.',
    DELIVERED: 'The platform reported delivery.',
    FAILED: 'Refused permanently, or failed after too many attempts.',
    SUPPRESSED: 'Not sent because the recipient has opted out.',
    UNKNOWN:
      'The outcome is unknown because the connection or the process was lost during the handover. The message is not sent again automatically.',
    CANCELLED: 'Not sent because its job was cancelled.',
  },
});

export const anyAddress = z.string().max(254).meta({
  description:
    "An email address or a phone number, depending on the channel. Numbers without a country code belong to the country of the account's time zone.",
});

export const addressBeginning = z.string().max(254).nullish();

/**
 * Normalizes an address. A phone number without a country code belongs to the country of the account. Throws if the
 * address is not valid.
 */
export function parseAddressKey(
  channel: MessageChannel,
  address: string,
  { timezone }: Pick<Account, 'timezone'>,
): string {
  const national = channel === 'SMS' ? e164(address, countryOf(timezone)) : null;
  if (national !== null) return national;
  const parsed = (channel === 'EMAIL' ? emailAddress : phoneNumber).safeParse(address);
  if (!parsed.success) throw invalidInput('address', parsed.error.issues[0]?.message ?? 'is not an address');
  return channel === 'EMAIL' ? emailKey(parsed.data) : parsed.data;
}
