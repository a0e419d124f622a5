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

/** Wakes loops here immediately, and elsewhere through a relay. Signals may be lost, so loops also poll. */
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

  /** Returns after a signal since the last call, after the time, or when `stopping` is aborted. */
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
