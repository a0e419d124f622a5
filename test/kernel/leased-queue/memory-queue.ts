import { onTestFinished } from 'vitest';
import { newLeaseEnd } from '../../../src/kernel/leased-queue/lease.ts';
import { startLeasedQueue } from '../../../src/kernel/leased-queue/leased-queue.ts';
import type { LeasedQueue, Mark } from '../../../src/kernel/leased-queue/queue-definition.ts';
import { Signals } from '../../../src/kernel/signals/signals.ts';
import { createLog } from '../../../src/main/process/log.ts';

interface Item {
  name: string;
  leaseEnd: number;
  urgent: boolean;
}

export type Verdict = 'DONE' | 'FAILED' | 'RELEASED';

/** A queue of one lane whose table is a list in memory. */
export class MemoryQueue {
  readonly due: string[] = [];
  readonly begun: string[] = [];
  readonly written: [name: string, verdict: Verdict][] = [];
  /** The errors that the next attempts to write outcomes throw. */
  readonly failures: Error[] = [];
  readonly #signals = new Signals();
  readonly #options: Partial<LeasedQueue<Item, Verdict>> & { inOrder?: boolean };
  perform: (name: string) => Promise<Verdict> = async () => 'DONE';
  stop: () => Promise<void> = async () => {};

  constructor(options: Partial<LeasedQueue<Item, Verdict>> & { inOrder?: boolean } = {}) {
    this.#options = options;
  }

  start(...names: string[]): this {
    this.due.push(...names);
    const { inOrder = false, ...options } = this.#options;
    const queue = startLeasedQueue<Item, Verdict>({
      name: 'test',
      wakeups: this.#signals.listen('jobs'),
      log: createLog('silent'),
      limits: { inAll: 100, first: 8, max: 16, min: 2 },
      parallel: () => 2,
      claim: async (room) => {
        const claimed = room.busyLanes.length > 0 ? [] : this.due.splice(0, room.of('lane'));
        const items = claimed.map((name) => ({ name, leaseEnd: newLeaseEnd(), urgent: false }));
        return items.length > 0 ? [{ lane: 'lane', items, slots: null, inOrder }] : [];
      },
      perform: ({ name }) => {
        this.begun.push(name);
        return this.perform(name);
      },
      released: 'RELEASED',
      effectOf: (verdict) => (verdict === 'RELEASED' ? null : verdict === 'DONE' ? 'SUCCESS' : 'FAILURE'),
      originOf: () => ({ accountId: 'acc_1' }),
      settle: async (outcomes) => {
        const failure = this.failures.shift();
        if (failure) throw failure;
        for (const { item, verdict } of outcomes) {
          this.written.push([item.name, verdict]);
          if (verdict === 'RELEASED') this.due.push(item.name);
        }
      },
      ...options,
    });
    this.stop = () => queue.stop();
    onTestFinished(() => this.stop());
    return this;
  }

  verdicts(): Record<string, Verdict> {
    return Object.fromEntries(this.written);
  }
}

export const marking = (markOf: (name: string) => Mark<Verdict>) => ({
  mark: async (items: readonly Item[]) => items.map(({ name }) => markOf(name)),
  beginMilliseconds: 45_000,
});
