import { setTimeout as sleep } from 'node:timers/promises';

/** How long a subscriber may take for a page of events before the next one has its turn. */
const longestMilliseconds = 100;

/**
 * The subscriptions of an account replay events in turns, a page each. After a page they rest for as long as it took, so
 * they use half of a process at most, however many they are.
 */
export class ReplayTurns {
  /** The end of the last turn of each account. */
  readonly #ends = new Map<string, Promise<void>>();

  /** Waits for the next turn of an account. Returns a function that ends it. */
  async begin(account: string, stopping: AbortSignal): Promise<() => void> {
    const before = this.#ends.get(account);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ends.set(account, promise);
    void promise.then(() => {
      if (this.#ends.get(account) === promise) this.#ends.delete(account);
    });
    await before;
    if (stopping.aborted) {
      resolve();
      return resolve;
    }
    const began = performance.now();
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(tooLong);
      void sleep(performance.now() - began, undefined, { ref: false }).then(resolve);
    };
    const tooLong = setTimeout(end, longestMilliseconds).unref();
    return end;
  }
}
