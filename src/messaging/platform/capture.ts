import { capture } from './outbox.ts';
import type { OpenPlatform, Verdict } from './platform.ts';

/** Keeps messages instead of sending them. */
export const openCapture: OpenPlatform = ({ channel }, _settings, { dataDirectory, log }) => ({
  parallel: 16,
  send: (message) =>
    capture(dataDirectory, channel, message).then(
      (platformId): Verdict => ({ outcome: 'SENT', platformId }),
      (error: unknown): Verdict => {
        log.error({ err: error }, 'a message could not be kept in the outbox');
        return { outcome: 'DEFERRED', reason: 'The outbox cannot be written to.' };
      },
    ),
  check: async () => null,
  close: async () => {},
});
