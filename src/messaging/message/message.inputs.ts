import { z } from 'zod';
import { emailAddress, idInput, phoneNumber } from '../../kernel/api/inputs.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { type MessageChannel, messageChannels } from '../platform/channel.ts';
import { messageStatuses } from './message.ts';

export const messageId = idInput('message', 'a message id', 'The message');

export const messageChannel = z.enum(messageChannels).meta({
  id: 'MessageChannel',
  description: 'How messages reach somebody.',
  values: { EMAIL: 'By email.', SMS: 'By text message.' },
});

export const messageStatus = z.enum(messageStatuses).meta({
  id: 'MessageStatus',
  description: 'Where a message stands.',
  values: {
    QUEUED: 'It waits for its turn, or for another attempt.',
    SENDING: 'It is being handed to the platform right now.',
    SENT: 'The platform took it.',
    DELIVERED: 'The platform says that it arrived.',
    FAILED: 'It was refused for good, or too often.',
    SUPPRESSED: 'The recipient wants nothing any more.',
    UNKNOWN:
      'It may have arrived or not: the connection or the process was lost while it was sent. It is not sent again by itself.',
    CANCELLED: 'The job that it belonged to was cancelled before it was sent.',
  },
});

export const anyAddress = z
  .string()
  .max(254)
  .meta({ description: 'An email address, or a phone number in E.164, as the channel wants it.' });

/** The address of a channel as it is compared. Refuses what is none. */
export function parseAddressKey(channel: MessageChannel, address: string): string {
  const parsed = (channel === 'EMAIL' ? emailAddress : phoneNumber).safeParse(address);
  if (!parsed.success) throw invalidInput('address', parsed.error.issues[0]?.message ?? 'is not an address');
  return channel === 'EMAIL' ? emailKey(parsed.data) : parsed.data;
}
