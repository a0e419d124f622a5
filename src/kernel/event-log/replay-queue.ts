import { setTimeout as sleep } from 'node:timers/promises';

const longestMilliseconds = 100;

/** The replays of an account take turns, and rest for as long as they work. So they use at most half of a process. */
export class ReplayQueue {
  readonly #ends = new Map<string, Promise<void>>();

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
