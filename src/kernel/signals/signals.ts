import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Logger } from 'pino';

export type Topic =
  | 'audits'
  | 'clocks'
  | 'events'
  | 'positions'
  | 'deliveries'
  | 'jobs'
  | 'messages'
  | 'notifications'
  | 'verdicts';

/**
 * Wakes loops: those of this process immediately, and others through a relay. A signal may be lost, so loops also poll.
 */
export class Signals {
  relay: (topic: Topic) => void = () => {};
  readonly #listeners = new Map<Topic, Set<Listener>>();

  send(topic: Topic): void {
    this.arrive(topic);
    this.relay(topic);
  }

  arrive(topic: Topic): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener.notify();
  }

  listen(topic: Topic): Listener {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners);
    const listener = new Listener(() => listeners.delete(listener));
    listeners.add(listener);
    return listener;
  }
}

export class Listener {
  readonly close: () => void;
  #signalled = false;
  #wake: () => void = () => {};

  constructor(close: () => void) {
    this.close = close;
  }

  notify(): void {
    this.#signalled = true;
    this.#wake();
  }

  /** Waits until a signal has come since the last call, the time has passed, or `stopping` is aborted. */
  async next(milliseconds: number, stopping: AbortSignal): Promise<void> {
    if (!this.#signalled && !stopping.aborted) {
      const woken = Promise.withResolvers<void>();
      const timer = setTimeout(woken.resolve, milliseconds);
      this.#wake = woken.resolve;
      stopping.addEventListener('abort', this.#wake, { once: true });
      await woken.promise;
      clearTimeout(timer);
      stopping.removeEventListener('abort', this.#wake);
      this.#wake = () => {};
    }
    this.#signalled = false;
  }
}

const longestPauseMilliseconds = 2000;

export interface Loop {
  /** Stops the loop, and waits for the end of the current step. */
  stop(): Promise<void>;
}

interface Pace {
  log: Logger;
  wakeups?: Listener;
  pauseMilliseconds?: number;
}

/**
 * Repeats a step. While there is work, it repeats immediately, and otherwise after a signal or 250 ms. Failures
 * lengthen the pause up to 2 seconds.
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
      // On SQLite, a step might finish without ever waiting, so nothing else would get to run.
      if (busy) await nextIteration();
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
