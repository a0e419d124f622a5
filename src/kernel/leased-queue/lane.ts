import { isLate, type Leased } from './lease.ts';

const slowMilliseconds = 2000;
const longestRestMilliseconds = 30_000;

/** A lane, its account, and the group whose share its items use. */
export interface GroupedLane {
  id: string;
  accountId: string;
  group: string;
}

/** Limits on the number of items of one lane that a process has claimed. */
export interface LaneLimits {
  readonly first: number;
  /** The highest limit. Each item that succeeds quickly raises the limit by one. */
  readonly most: number;
  /** The limit after an item that failed, was slow, or did not begin in time. */
  readonly least: number;
  /** Consecutive failures after which the lane rests for 1 second, then 2, 4 and so on, up to 30. Default: never. */
  readonly failuresBeforeRest?: number;
}

/** The effect of an outcome on its lane; null for none. */
export type LaneEffect = 'SUCCESS' | 'FAILURE' | null;

/** The items of one lane that a process claimed at once. */
export interface Turn<Item> {
  lane: string;
  items: readonly Item[];
  /** The earliest times at which the rate allows the items to begin, in order; null without a rate. */
  slots: readonly number[] | null;
  /**
   * Whether each item begins only after the previous one succeeded. After a failure, the remaining items are given
   * back. The items of such a turn are not marked, and run in parallel with items of other turns.
   */
  inOrder: boolean;
}

/** The items of one lane, such as the messages of a platform, that this process is working on. */
export class Lane<Item extends Leased> {
  readonly id: string;
  readonly accountId: string;
  /** The group whose share the items use. */
  readonly group: string;
  /** Items that are claimed and whose outcome is not written. */
  underWay = 0;
  /** Items that have begun and have no outcome. */
  performing = 0;
  /** Marked items, each with its deadline to begin. */
  readonly marked: { item: Item; until: number }[] = [];
  readonly #limits: LaneLimits;
  /** Claimed items that have not begun, urgent ones first. */
  readonly #ready: Item[] = [];
  /** Slots belong to the lane, not to its items: an urgent item takes the next slot. */
  #slots: number[] = [];
  #isPaced = false;
  #width: number;
  #failures = 0;
  #restsUntil = 0;

  constructor({ id, accountId, group }: GroupedLane, limits: LaneLimits) {
    this.id = id;
    this.accountId = accountId;
    this.group = group;
    this.#limits = limits;
    this.#width = limits.first;
  }

  get room(): number {
    return Math.max(0, this.#width - this.underWay);
  }

  /** A lane with little room waits until it has more, so that fewer claims take more items each. */
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

  /** Removes and returns up to `amount` items that the rate allows now. */
  takeReady(amount: number, now: number): Item[] {
    if (!this.#isPaced || amount === 0) return this.#ready.splice(0, amount);
    const later = this.#slots.findIndex((slot) => slot > now);
    const free = this.#slots.splice(0, Math.min(amount, later === -1 ? this.#slots.length : later));
    return this.#ready.splice(0, free.length);
  }

  putBack(items: readonly Item[]): void {
    this.#ready.unshift(...items);
    if (this.#isPaced) this.#slots.unshift(...items.map(() => 0));
  }

  /** Removes items that can no longer begin in time. If there are any, the lane gets its lowest limit. */
  takeLate(now: number): Item[] {
    if (!this.#ready.some((item) => isLate(item, now))) return [];
    const { late = [], inTime = [] } = Object.groupBy(this.#ready, (item) => (isLate(item, now) ? 'late' : 'inTime'));
    this.#ready.splice(0, this.#ready.length, ...inTime);
    this.#slots.splice(inTime.length);
    this.#width = this.#limits.least;
    return late;
  }

  takeAll(): Item[] {
    this.#slots = [];
    return [...this.marked.splice(0).map(({ item }) => item), ...this.#ready.splice(0)];
  }

  /** Returns when the rate allows the next item; null if no item is waiting. */
  get nextSlot(): number | null {
    return this.#ready.length > 0 ? (this.#slots[0] ?? null) : null;
  }

  /** Removes an item whose outcome is written. */
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
