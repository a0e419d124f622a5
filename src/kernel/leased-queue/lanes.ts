import { Lane, type LaneEffect, type LaneLimits } from './lane.ts';
import type { Leased } from './lease.ts';

/** How many lanes a process remembers. */
const mostKnown = 2000;

/** How many items a process takes on: in all, and of one lane. */
export interface Limits extends LaneLimits {
  readonly inAll: number;
}

/** All lanes of a queue that this process knows. Slow lanes get less, so that they leave room for the others. */
export class Lanes<Item extends Leased> {
  readonly #limits: Limits;
  readonly #known = new Map<string, Lane<Item>>();
  readonly #active = new Set<Lane<Item>>();
  #underWay = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** The lanes with items under way. */
  get active(): Iterable<Lane<Item>> {
    return this.#active;
  }

  get isFull(): boolean {
    return this.#underWay >= this.#limits.inAll;
  }

  /** The ids of lanes that get nothing more for now. */
  get busy(): string[] {
    return [...this.#known.values()].filter(({ isBusy }) => isBusy).map(({ id }) => id);
  }

  roomOf(id: string): number {
    return this.#known.get(id)?.room ?? this.#limits.first;
  }

  /** Counts items in that were claimed of a lane. */
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
