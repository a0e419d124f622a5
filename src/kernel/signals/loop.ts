import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Listener } from './signals.ts';

const longestPauseMilliseconds = 2000;

export interface Loop {
  /** Starts no further step and waits until the current one has ended. */
  stop(): Promise<void>;
}

interface Pace {
  log: Logger;
  /** Ends a pause early. */
  wakeups?: Listener;
  pauseMilliseconds?: number;
}

/**
 * Repeats a step: at once while the step finds work, otherwise after a signal or a pause, by default a quarter of a second.
 * After failures, for example while the database is unavailable, short pauses grow to 2 seconds.
 */
export function startLoop(
  name: string,
  step: (stopping: AbortSignal) => Promise<boolean>,
  { log, wakeups = new Listener(() => undefined), pauseMilliseconds = 250 }: Pace,
): Loop {
  const stopping = new AbortController();
  const repeat = async () => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const busy = await step(stopping.signal).then(
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
      const pause = Math.min(pauseMilliseconds * 2 ** failures, Math.max(pauseMilliseconds, longestPauseMilliseconds));
      // On SQLite a step can end without waiting for anything, and then nobody else would get a turn.
      if (busy) await nextTurn();
      else await wakeups.next(pause, stopping.signal);
    }
    wakeups.close();
  };
  const running = repeat();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
