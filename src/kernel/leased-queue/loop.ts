import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Listener } from '../signals/signals.ts';

const pollMilliseconds = 250;
const longestPauseMilliseconds = 2000;

export interface Loop {
  /** Starts no further step and waits until the current one has ended. */
  stop(): Promise<void>;
}

/**
 * Repeats a step: at once while the step finds work, otherwise after a signal or a quarter of a second. After failures,
 * for example while the database is unavailable, the pauses grow to at most 2 seconds.
 */
export function startLoop(
  name: string,
  step: (stopping: AbortSignal) => Promise<boolean>,
  { wakeups, log }: { wakeups: Listener; log: Logger },
): Loop {
  const stopping = new AbortController();
  const running = repeat(name, step, wakeups, log, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function repeat(
  name: string,
  step: (stopping: AbortSignal) => Promise<boolean>,
  wakeups: Listener,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!stopping.aborted) {
    const busy = await step(stopping).then(
      (worked) => {
        failures = 0;
        return worked;
      },
      (error: unknown) => {
        failures += 1;
        log.error({ err: error, loop: name }, 'a step failed');
        return false;
      },
    );
    // On SQLite a step can end without waiting for anything, and then nobody else would get a turn.
    if (busy) await nextTurn();
    else await wakeups.next(Math.min(pollMilliseconds * 2 ** failures, longestPauseMilliseconds), stopping);
  }
  wakeups.close();
}
