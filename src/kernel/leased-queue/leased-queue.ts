import type { Logger } from 'pino';
import { atClockOf } from '../clocks/account-clocks.ts';
import { type Loop, startLoop } from '../signals/signals.ts';
import { Activity, countFailure, measures } from '../telemetry/instrumentation.ts';
import type { ClaimedBatch, GroupedLane, Lane, LaneEffect } from './lane.ts';
import { Lanes, Room } from './lanes.ts';
import { isLate, type Leased } from './lease.ts';
import { Marker, OutcomeWriter } from './outcome-writer.ts';
import type { LeasedQueue } from './queue-definition.ts';

/**
 * Starts a queue. When it stops, it gives back items that have not started, waits up to 20 seconds for the others, and
 * retries writes for 10 seconds.
 */
export function startLeasedQueue<Item extends Leased, Verdict>(queue: LeasedQueue<Item, Verdict>): Loop {
  const workload = new Workload(queue);
  const loop = startLoop(queue.name, () => workload.claim(), queue);
  return {
    stop: async () => {
      await loop.stop();
      await workload.finish();
    },
  };
}

/** How long a stopping process waits for items. Slower ones come due again when their leases end. */
const timeoutMilliseconds = 20_000;

class Workload<Item extends Leased, Verdict> {
  readonly #queue: LeasedQueue<Item, Verdict>;
  readonly #log: Logger;
  readonly #lanes: Lanes<Item>;
  readonly #outcomes: OutcomeWriter<Item, Verdict>;
  readonly #marker: Marker<Item, Verdict> | null;
  readonly #performing = new Set<Promise<void>>();
  #nextSlot = Number.POSITIVE_INFINITY;
  #slotTimer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(queue: LeasedQueue<Item, Verdict>) {
    const { name, limits, parallel, marking } = queue;
    const log = queue.log.child({ queue: name });
    const lanes = new Lanes<Item>(limits);
    const outcomes = new OutcomeWriter(queue, lanes, log);
    const begin = (lane: Lane<Item>) => this.#begin(lane);
    const waitForSlot = (lane: Lane<Item>) => this.#waitForSlot(lane);
    this.#queue = queue;
    this.#log = log;
    this.#lanes = lanes;
    this.#outcomes = outcomes;
    this.#marker = marking ? new Marker({ ...marking, lanes, parallel, outcomes, log, begin, waitForSlot }) : null;
  }

  async claim(): Promise<boolean> {
    for (const lane of this.#lanes.active) this.#giveBackLate(lane);
    if (this.#lanes.isFull) return false;
    const room = new Room(this.#lanes);
    const batches = await this.#queue.claim(room);
    for (const batch of batches) this.#take(batch, room.laneOf(batch.lane));
    this.#advance();
    return batches.length > 0;
  }

  async finish(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#slotTimer);
    await this.#marker?.stop();
    for (const lane of this.#lanes.active) this.#outcomes.giveBack(lane, lane.takeAll());
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, timeoutMilliseconds);
    await Promise.race([Promise.all(this.#performing), timeout.promise]);
    clearTimeout(timer);
    await this.#outcomes.finish();
  }

  #take(batch: ClaimedBatch<Item>, offered: GroupedLane): void {
    if (batch.items.length === 0) return;
    const lane = this.#lanes.enter(offered, batch.items.length);
    if (batch.inOrder) this.#keep(this.#performInOrder(lane, [...batch.items]));
    else lane.add(batch);
  }

  #advance(): void {
    if (this.#isStopping) return;
    if (this.#marker) this.#marker.advance();
    else for (const lane of this.#lanes.active) this.#begin(lane);
  }

  #begin(lane: Lane<Item>): void {
    while (lane.performing < this.#queue.parallel(lane.id)) {
      const item = this.#marker ? this.#marker.take(lane) : this.#takeReady(lane);
      if (!item) break;
      lane.performing += 1;
      this.#keep(
        this.#perform(lane, item).then(() => {
          lane.performing -= 1;
          if (this.#isStopping) return;
          this.#begin(lane);
          this.#marker?.advance();
        }),
      );
    }
  }

  #takeReady(lane: Lane<Item>): Item | undefined {
    this.#giveBackLate(lane);
    const [item] = lane.takeReady(1, Date.now());
    if (!item) this.#waitForSlot(lane);
    return item;
  }

  async #performInOrder(lane: Lane<Item>, items: Item[]): Promise<void> {
    for (let [next] = items; next && !this.#isStopping && !isLate(next, Date.now()); [next] = items) {
      items.shift();
      if (!(await this.#perform(lane, next))) break;
    }
    this.#outcomes.giveBack(lane, items);
  }

  async #perform(lane: Lane<Item>, item: Item): Promise<boolean> {
    const began = performance.now();
    try {
      const { verdict, effect } = await observed(this.#queue, item, began);
      this.#outcomes.add(lane, item, verdict, performance.now() - began);
      return effect === 'SUCCESS';
    } catch (error) {
      this.#log.error({ err: error }, 'an item was left to the end of its lease');
      this.#outcomes.leaveOut(lane);
      return false;
    }
  }

  #keep(performing: Promise<void>): void {
    const kept: Promise<void> = performing.finally(() => this.#performing.delete(kept));
    this.#performing.add(kept);
  }

  #giveBackLate(lane: Lane<Item>): void {
    this.#outcomes.giveBack(lane, lane.takeLate(Date.now()));
  }

  #waitForSlot({ nextSlot }: Lane<Item>): void {
    if (nextSlot === null || nextSlot >= this.#nextSlot || this.#isStopping) return;
    clearTimeout(this.#slotTimer);
    this.#nextSlot = nextSlot;
    this.#slotTimer = setTimeout(
      () => {
        this.#nextSlot = Number.POSITIVE_INFINITY;
        this.#advance();
      },
      Math.max(0, nextSlot - Date.now()),
    );
  }
}

async function observed<Item extends Leased, Verdict>(
  { name: queue, perform, effectOf, originOf }: LeasedQueue<Item, Verdict>,
  item: Item,
  began: number,
): Promise<{ verdict: Verdict; effect: LaneEffect }> {
  if (!originOf) {
    const verdict = await perform(item);
    return { verdict, effect: effectOf(verdict) };
  }
  const { accountId, traceparent } = originOf(item);
  const activity = Activity.begin({ kind: 'CLIENT', traceparent, origin: 'SERVICE' });
  const begin = () => atClockOf(accountId, () => perform(item));
  const verdict = await (activity ? activity.run(begin) : begin());
  const effect = effectOf(verdict);
  const outcome = effect === null ? 'none' : effect === 'SUCCESS' ? 'ok' : 'failed';
  const milliseconds = performance.now() - began;
  measures()?.attempts.record(milliseconds / 1000, { queue, outcome });
  if (outcome === 'failed') countFailure(accountId, queue, effect ?? '');
  activity?.end({ name: queue, accountId, failure: outcome === 'failed' ? String(effect) : null, milliseconds });
  return { verdict, effect };
}
