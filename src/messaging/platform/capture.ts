import { capture } from './outbox.ts';
import type { OpenPlatform, Verdict } from './platform.ts';

export const openCapture: OpenPlatform = ({ channel }, _settings, { dataDirectory, log }) => ({
  parallel: 16,
  send: (message) =>
    capture(dataDirectory, channel, message).then(
      (platformId): Verdict => ({ outcome: 'SENT', platformId }),
      (error: unknown): Verdict => {
        log.error({ err: error }, 'cannot write a message to the outbox');
        return { outcome: 'DEFERRED', reason: 'The service cannot write to the outbox.' };
      },
    ),
  check: async () => null,
  close: async () => {},
});
