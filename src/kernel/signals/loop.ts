import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Listener } from './signals.ts';

const longestPauseMilliseconds = 2000;

export interface Loop {
  /** Waits until the current step has ended. */
  stop(): Promise<void>;
}

interface Pace {
  log: Logger;
  wakeups?: Listener;
  pauseMilliseconds?: number;
}

/** Repeats immediately while there is work, otherwise after a signal or 250 ms. Failures lengthen the pause to 2 seconds. */
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
      // On SQLite a step may never wait, and nothing else would run.
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
