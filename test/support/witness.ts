import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Client } from './client.ts';

/** How long the calls of an account took, in milliseconds, and which of them were refused. */
export interface Experience {
  durations: number[];
  refused: string[];
}

/** What a part of the durations does not exceed. */
export function quantile(durations: readonly number[], part: number): number {
  const sorted = durations.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? 0;
}

/**
 * An account that claims and reads while others do what they do. It has a thread of its own, so that what the test does
 * with the answers of the others delays none of its calls.
 */
export class Witness {
  readonly #thread: Worker;

  constructor({ url, owner }: Client, coupon: string, sessions: readonly string[]) {
    const workerData = { url, owner, coupon, sessions };
    this.#thread = new Worker(new URL('./witness-thread.ts', import.meta.url), { workerData });
  }

  /** Claims, looks up and lists in turn, until the work is done. */
  async during(work: Promise<unknown>): Promise<Experience> {
    const experienced = once(this.#thread, 'message');
    this.#thread.postMessage('begin');
    try {
      await work;
    } finally {
      this.#thread.postMessage('end');
    }
    const [experience] = (await experienced) as [Experience];
    return experience;
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}
