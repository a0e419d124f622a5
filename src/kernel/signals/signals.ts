/** What loops wait for. */
export type Topic = 'events' | 'positions' | 'deliveries' | 'jobs' | 'messages' | 'verdicts';

/**
 * Wakes loops that wait for work: in this process at once, in others through a relay when there is one. A signal carries
 * nothing and may be lost, so who waits looks for work after a while all the same.
 */
export class Signals {
  /** Tells the other processes. */
  relay: (topic: Topic) => void = () => {};
  readonly #listeners = new Map<Topic, Set<Listener>>();

  /** Tells everybody. */
  send(topic: Topic): void {
    this.arrive(topic);
    this.relay(topic);
  }

  /** Tells who listens in this process. */
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

/** Remembers a signal that comes while nobody waits, so that none falls between looking for work and waiting. */
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

  /** Waits for a signal since the last call, for the time to pass, or for the end. */
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
