import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isUnavailable } from '../database/failures.ts';
import type { Lane } from './lane.ts';
import type { Lanes } from './lanes.ts';
import type { Leased } from './lease.ts';
import type { LeasedQueue, Marking, Outcome } from './queue-definition.ts';

const atOnce = 256;
/** How long an outcome waits for others to share its transaction, unless it is urgent. */
const gatherMilliseconds = 25;
const pauseMilliseconds = 250;
const timeoutMilliseconds = 10_000;

interface Waiting<Item extends Leased, Verdict> extends Outcome<Item, Verdict> {
  lane: Lane<Item>;
  milliseconds: number;
}

/** Writes outcomes. While the database is unavailable, they wait in memory, and their items stay in their lanes. */
export class OutcomeWriter<Item extends Leased, Verdict> {
  readonly #queue: LeasedQueue<Item, Verdict>;
  readonly #lanes: Lanes<Item>;
  readonly #log: Logger;
  #waiting: Waiting<Item, Verdict>[] = [];
  #writing: Promise<void> | null = null;
  #end = Number.POSITIVE_INFINITY;
  #hurry: () => void = () => {};

  constructor(queue: LeasedQueue<Item, Verdict>, lanes: Lanes<Item>, log: Logger) {
    this.#queue = queue;
    this.#lanes = lanes;
    this.#log = log;
  }

  add(lane: Lane<Item>, item: Item, verdict: Verdict, milliseconds = 0): void {
    this.#waiting.push({ lane, item, verdict, milliseconds });
    if (item.urgent || this.#waiting.length >= atOnce) this.#hurry();
    this.#writing ??= this.#write();
  }

  giveBack(lane: Lane<Item>, items: readonly Item[]): void {
    for (const item of items) this.add(lane, item, this.#queue.released);
  }

  leaveOut(lane: Lane<Item>): void {
    this.#lanes.leave(lane, null, 0);
    this.#queue.wakeups.notify();
  }

  async finish(): Promise<void> {
    this.#end = Date.now() + timeoutMilliseconds;
    this.#hurry();
    await this.#writing;
  }

  get #isFinishing(): boolean {
    return Number.isFinite(this.#end);
  }

  async #write(): Promise<void> {
    let max = atOnce;
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < atOnce && !this.#isFinishing) await this.#gather();
      const batch = this.#waiting.slice(0, max);
      const failure: unknown = await this.#queue.settle(batch).catch((error: unknown) => error ?? true);
      if (failure) {
        this.#log.error({ err: failure }, 'outcomes could not be written');
        if (isUnavailable(failure)) {
          if (Date.now() > this.#end) break;
          await sleep(pauseMilliseconds);
          continue;
        }
        // An outcome that fails must not block the others. Its item comes due again when the lease ends.
        max = 1;
        if (batch.length > 1) continue;
      }
      this.#waiting = this.#waiting.slice(batch.length);
      this.#leave(batch);
    }
    this.#writing = null;
  }

  async #gather(): Promise<void> {
    if (this.#waiting.some(({ item }) => item.urgent)) return;
    const hurry = Promise.withResolvers<void>();
    this.#hurry = hurry.resolve;
    const timer = setTimeout(hurry.resolve, gatherMilliseconds);
    await hurry.promise;
    clearTimeout(timer);
    this.#hurry = () => {};
  }

  #leave(written: readonly Waiting<Item, Verdict>[]): void {
    for (const { lane, verdict, milliseconds } of written)
      this.#lanes.leave(lane, this.#queue.effectOf(verdict), milliseconds);
    this.#queue.wakeups.notify();
  }
}

const pauseAfterFailureMilliseconds = 250;

interface Options<Item extends Leased, Verdict> extends Marking<Item, Verdict> {
  lanes: Lanes<Item>;
  parallel: (laneId: string) => number;
  outcomes: OutcomeWriter<Item, Verdict>;
  log: Logger;
  begin: (lane: Lane<Item>) => void;
  waitForSlot: (lane: Lane<Item>) => void;
}

export class Marker<Item extends Leased, Verdict> {
  readonly #options: Options<Item, Verdict>;
  #running: Promise<void> | null = null;
  #isStopping = false;

  constructor(options: Options<Item, Verdict>) {
    this.#options = options;
  }

  advance(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  take(lane: Lane<Item>): Item | undefined {
    for (let next = lane.marked.shift(); next; next = lane.marked.shift()) {
      if (Date.now() <= next.until) return next.item;
      this.#options.outcomes.giveBack(lane, [next.item]);
    }
    return undefined;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const { lanes, outcomes, waitForSlot } = this.#options;
    while (!this.#isStopping) {
      const next: [Lane<Item>, Item][] = [];
      for (const lane of lanes.active) {
        outcomes.giveBack(lane, lane.takeLate(Date.now()));
        for (const item of lane.takeReady(this.#wanted(lane), Date.now())) next.push([lane, item]);
      }
      if (next.length === 0) break;
      await this.#mark(next);
    }
    for (const lane of lanes.active) if (this.#wanted(lane) > 0) waitForSlot(lane);
  }

  /**
   * Returns how many items to mark. It is up to twice the number that run in parallel, so that the lane does not wait
   * for marks.
   */
  #wanted(lane: Lane<Item>): number {
    const max = Math.max(8, 2 * this.#options.parallel(lane.id));
    return lane.marked.length > max / 2 ? 0 : max - lane.marked.length;
  }

  async #mark(next: readonly [Lane<Item>, Item][]): Promise<void> {
    const { mark, beginMilliseconds, log, outcomes, begin } = this.#options;
    const until = Date.now() + beginMilliseconds;
    const marks = await mark(next.map(([, item]) => item)).catch((error: unknown) => {
      log.error({ err: error }, 'items could not be marked');
    });
    if (!marks) {
      for (const [lane, taken] of Map.groupBy(next, ([lane]) => lane)) lane.putBack(taken.map(([, item]) => item));
      await sleep(pauseAfterFailureMilliseconds);
      return;
    }
    for (const [index, [lane, item]] of next.entries()) {
      const marked = marks[index] ?? 'LOST';
      if (marked === 'BEGIN') lane.marked.push({ item, until });
      else if (marked === 'LOST') outcomes.leaveOut(lane);
      else outcomes.add(lane, item, marked.verdict);
    }
    for (const lane of new Set(next.map(([lane]) => lane))) begin(lane);
  }
}
