import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Lane } from './lane.ts';
import type { Lanes } from './lanes.ts';
import type { Leased } from './lease.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import type { Marking } from './queue-definition.ts';

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

  /** Up to twice the parallel number, so that the lane does not wait for marks. */
  #wanted(lane: Lane<Item>): number {
    const most = Math.max(8, 2 * this.#options.parallel(lane.id));
    return lane.marked.length > most / 2 ? 0 : most - lane.marked.length;
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
