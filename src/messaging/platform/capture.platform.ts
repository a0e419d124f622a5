import { z } from 'zod';
import { integrationChannels } from './channel.ts';
import { platform } from './declaration.ts';
import { capture as store } from './outbox.ts';
import type { OpenPlatform, Verdict } from './platform.ts';

const open: OpenPlatform = ({ channel }, _settings, { dataDirectory, log }) => ({
  parallel: 16,
  send: (message) =>
    store(dataDirectory, channel, message).then(
      (platformId): Verdict => ({ outcome: 'SENT', platformId }),
      (error: unknown): Verdict => {
        log.error({ err: error }, 'cannot write a message to the outbox');
        return { outcome: 'DEFERRED', reason: 'The service cannot write to the outbox.' };
      },
    ),
  check: async () => null,
  close: async () => {},
});

export const capture = platform({
  channels: integrationChannels,
  description:
    'No provider: the service stores messages and shows them at `/outbox` to keys with the scope `ADMIN`. Available for all purposes. Passes for Apple Wallet have a certificate that phones reject. Google is not called.',
  settings: {},
  schema: z.strictObject({}),
  open,
  facts: [],
  summary: [],
});
