import { Lane, type LaneEffect, type LaneLimits } from './lane.ts';
import type { Leased } from './lease.ts';

/** When a process stores this many lanes, it removes the idle ones. */
const mostKnown = 2000;

/** Limits on the number of claimed items: in total, and in one lane. */
export interface Limits extends LaneLimits {
  readonly inAll: number;
}

/**
 * The lanes of a queue from which this process has claimed items. A slow lane has a lower limit, which leaves room for
 * the others.
 */
export class Lanes<Item extends Leased> {
  readonly #limits: Limits;
  readonly #known = new Map<string, Lane<Item>>();
  readonly #active = new Set<Lane<Item>>();
  #underWay = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** The lanes with items that this process is working on. */
  get active(): Iterable<Lane<Item>> {
    return this.#active;
  }

  get isFull(): boolean {
    return this.#underWay >= this.#limits.inAll;
  }

  /** The ids of lanes that accept no items at present. */
  get busy(): string[] {
    return [...this.#known.values()].filter(({ isBusy }) => isBusy).map(({ id }) => id);
  }

  roomOf(id: string): number {
    return this.#known.get(id)?.room ?? this.#limits.first;
  }

  /** Counts claimed items in their lane, and returns the lane. */
  enter(id: string, amount: number): Lane<Item> {
    const lane = this.#known.get(id) ?? this.#newLane(id);
    lane.underWay += amount;
    this.#underWay += amount;
    this.#active.add(lane);
    return lane;
  }

  leave(lane: Lane<Item>, effect: LaneEffect, milliseconds: number): void {
    lane.leave(effect, milliseconds);
    if (lane.underWay === 0) this.#active.delete(lane);
    this.#underWay -= 1;
  }

  #newLane(id: string): Lane<Item> {
    if (this.#known.size >= mostKnown) for (const [id, { isIdle }] of this.#known) if (isIdle) this.#known.delete(id);
    const lane = new Lane<Item>(id, this.#limits);
    this.#known.set(id, lane);
    return lane;
  }
}
