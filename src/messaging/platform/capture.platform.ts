import { z } from 'zod';
import { openCapture } from './capture.ts';
import { integrationChannels } from './channel.ts';
import { platform } from './declaration.ts';

export const capture = platform({
  channels: integrationChannels,
  description:
    'No provider: the service stores messages and shows them at `/outbox` to keys with the scope `ADMIN`. Available for all purposes. Passes for Apple Wallet have a certificate that phones reject. Google is not called.',
  settings: {},
  schema: z.strictObject({}),
  open: openCapture,
  facts: [],
  summary: [],
});
