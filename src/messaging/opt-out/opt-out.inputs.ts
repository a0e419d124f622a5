import { z } from 'zod';
import { anyAddress, messageChannel } from '../message/message.inputs.ts';

export const optOutInput = z.object({
  channel: messageChannel.meta({ description: 'The channel.' }),
  address: anyAddress,
});
