import { z } from 'zod';
import { openCapture } from './capture.ts';
import { integrationChannels } from './channel.ts';
import { platform } from './declaration.ts';

export const capture = platform({
  channels: integrationChannels,
  description:
    'No provider: messages are stored and shown at `/outbox` to keys with the scope `ADMIN`. For all purposes. Passes for Apple Wallet are signed with a certificate that no phone accepts, and Google is not called.',
  settings: {},
  schema: z.strictObject({}),
  open: openCapture,
  facts: [],
  summary: [],
});
