import { isLate, type Leased } from './lease.ts';

const slowMilliseconds = 2000;
const longestRestMilliseconds = 30_000;

export interface GroupedLane {
  id: string;
  accountId: string;
  group: string;
}

export interface LaneLimits {
  readonly first: number;
  readonly max: number;
  readonly min: number;
  /** After this many failures in a row, the lane rests for 1, 2, 4, … up to 30 seconds. Default: it never rests. */
  readonly failuresBeforeRest?: number;
}

export type LaneEffect = 'SUCCESS' | 'FAILURE' | null;

export interface ClaimedBatch<Item> {
  lane: string;
  items: readonly Item[];
  /** The earliest times to start items, in order. Null if there is no rate. */
  slots: readonly number[] | null;
  /**
   * Whether each item waits until the previous one has succeeded. After a failure, the remaining items are given back,
   * unmarked.
   */
  inOrder: boolean;
}

export class Lane<Item extends Leased> {
  readonly id: string;
  readonly accountId: string;
  readonly group: string;
  underWay = 0;
  performing = 0;
  readonly marked: { item: Item; until: number }[] = [];
  readonly #limits: LaneLimits;
  readonly #ready: Item[] = [];
  /** The slots belong to the lane, so an urgent item takes the next one. */
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

  /** Whether to wait for more room, so that there are fewer claims with more items each. */
  get isBusy(): boolean {
    return this.underWay > this.#width / 2 || this.#isResting;
  }

  get isIdle(): boolean {
    return this.underWay === 0 && !this.#isResting;
  }

  get #isResting(): boolean {
    return this.#restsUntil > Date.now();
  }

  add({ items, slots }: Pick<ClaimedBatch<Item>, 'items' | 'slots'>): void {
    this.#ready.push(...items);
    this.#ready.sort((one, other) => Number(other.urgent) - Number(one.urgent));
    this.#slots.push(...(slots ?? []));
    this.#isPaced = slots !== null;
  }

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

  /** Removes and returns late items. They lower the limit of the lane to its minimum. */
  takeLate(now: number): Item[] {
    if (!this.#ready.some((item) => isLate(item, now))) return [];
    const { late = [], inTime = [] } = Object.groupBy(this.#ready, (item) => (isLate(item, now) ? 'late' : 'inTime'));
    this.#ready.splice(0, this.#ready.length, ...inTime);
    this.#slots.splice(inTime.length);
    this.#width = this.#limits.min;
    return late;
  }

  takeAll(): Item[] {
    this.#slots = [];
    return [...this.marked.splice(0).map(({ item }) => item), ...this.#ready.splice(0)];
  }

  get nextSlot(): number | null {
    return this.#ready.length > 0 ? (this.#slots[0] ?? null) : null;
  }

  leave(effect: LaneEffect, milliseconds: number): void {
    this.underWay -= 1;
    if (effect === null) return;
    const failed = effect === 'FAILURE';
    const { max, min, failuresBeforeRest = Number.POSITIVE_INFINITY } = this.#limits;
    this.#failures = failed ? this.#failures + 1 : 0;
    this.#width = failed || milliseconds > slowMilliseconds ? min : Math.min(this.#width + 1, max);
    const tooOften = this.#failures - failuresBeforeRest;
    if (tooOften >= 0) this.#restsUntil = Date.now() + Math.min(1000 * 2 ** tooOften, longestRestMilliseconds);
  }
}
