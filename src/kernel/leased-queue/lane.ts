import { isLate, type Leased } from './lease.ts';

const slowMilliseconds = 2000;
const longestRestMilliseconds = 30_000;

/** How many items of a lane a process takes on. */
export interface LaneLimits {
  /** Before anything is known of the lane. */
  readonly first: number;
  /** At most. Each item that succeeds fast allows one more. */
  readonly most: number;
  /** After an item that failed, was slow, or did not begin in time. */
  readonly least: number;
  /** After so many failures in a row the lane rests, for 1 second, then 2, 4 and so on up to 30. Without it the lane never rests. */
  readonly failuresBeforeRest?: number;
}

/** What an outcome says of the lane; null when it says nothing. */
export type LaneEffect = 'SUCCESS' | 'FAILURE' | null;

/** What a process has claimed of one lane at once. */
export interface Turn<Item> {
  /** The id of the lane. */
  lane: string;
  items: readonly Item[];
  /** The times from which a rate allows the first item, the second and so on; null without a rate. */
  slots: readonly number[] | null;
  /**
   * Whether each item begins only after the one before has succeeded. After one that has not, the rest is given back. Such
   * items are not marked, and begin beside those of other turns.
   */
  inOrder: boolean;
}

/** The items of one lane, such as the messages of a platform, that this process has under way. */
export class Lane<Item extends Leased> {
  readonly id: string;
  /** Claimed, without a written outcome. */
  underWay = 0;
  /** Begun, without an outcome. */
  performing = 0;
  /** Marked as begun, each with the time until which it must begin. */
  readonly marked: { item: Item; until: number }[] = [];
  readonly #limits: LaneLimits;
  /** Claimed and not begun, urgent items first. */
  readonly #ready: Item[] = [];
  /** They belong to the lane and not to its items: an urgent item takes the next slot. */
  #slots: number[] = [];
  #isPaced = false;
  #width: number;
  #failures = 0;
  #restsUntil = 0;

  constructor(id: string, limits: LaneLimits) {
    this.id = id;
    this.#limits = limits;
    this.#width = limits.first;
  }

  /** How many more items the process may claim. */
  get room(): number {
    return Math.max(0, this.#width - this.underWay);
  }

  /** Whether nothing more is claimed for now. A lane with little room waits until it has more, so that fewer claims take more. */
  get isBusy(): boolean {
    return this.underWay > this.#width / 2 || this.#isResting;
  }

  get isIdle(): boolean {
    return this.underWay === 0 && !this.#isResting;
  }

  get #isResting(): boolean {
    return this.#restsUntil > Date.now();
  }

  add({ items, slots }: Pick<Turn<Item>, 'items' | 'slots'>): void {
    this.#ready.push(...items);
    this.#ready.sort((one, other) => Number(other.urgent) - Number(one.urgent));
    this.#slots.push(...(slots ?? []));
    this.#isPaced = slots !== null;
  }

  /** Takes up to `amount` items, as far as the rate allows them now. */
  takeReady(amount: number, now: number): Item[] {
    if (!this.#isPaced || amount === 0) return this.#ready.splice(0, amount);
    const later = this.#slots.findIndex((slot) => slot > now);
    const free = this.#slots.splice(0, Math.min(amount, later === -1 ? this.#slots.length : later));
    return this.#ready.splice(0, free.length);
  }

  /** Takes back items that could not be marked. */
  putBack(items: readonly Item[]): void {
    this.#ready.unshift(...items);
    if (this.#isPaced) this.#slots.unshift(...items.map(() => 0));
  }

  /** Takes items that can no longer begin in time. The lane is slower than expected, so it gets few items until it is faster. */
  takeLate(now: number): Item[] {
    if (!this.#ready.some((item) => isLate(item, now))) return [];
    const { late = [], inTime = [] } = Object.groupBy(this.#ready, (item) => (isLate(item, now) ? 'late' : 'inTime'));
    this.#ready.splice(0, this.#ready.length, ...inTime);
    this.#slots.splice(inTime.length);
    this.#width = this.#limits.least;
    return late;
  }

  /** Takes all items that have not begun. */
  takeAll(): Item[] {
    this.#slots = [];
    return [...this.marked.splice(0).map(({ item }) => item), ...this.#ready.splice(0)];
  }

  /** When the rate allows the next item; null when no item waits for that. */
  get nextSlot(): number | null {
    return this.#ready.length > 0 ? (this.#slots[0] ?? null) : null;
  }

  /** Counts an item out once its outcome is written. */
  leave(effect: LaneEffect, milliseconds: number): void {
    this.underWay -= 1;
    if (effect === null) return;
    const failed = effect === 'FAILURE';
    const { most, least, failuresBeforeRest = Number.POSITIVE_INFINITY } = this.#limits;
    this.#failures = failed ? this.#failures + 1 : 0;
    this.#width = failed || milliseconds > slowMilliseconds ? least : Math.min(this.#width + 1, most);
    const tooOften = this.#failures - failuresBeforeRest;
    if (tooOften >= 0) this.#restsUntil = Date.now() + Math.min(1000 * 2 ** tooOften, longestRestMilliseconds);
  }
}
