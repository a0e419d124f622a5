import { type GroupedLane, Lane, type LaneEffect, type LaneLimits } from './lane.ts';
import type { Leased } from './lease.ts';

/** When a process stores this many lanes, it removes the idle ones. */
const mostKnown = 2000;

/** The number of items that each group may have under way, also while the others have all places. */
const ofEachGroup = 8;
/** Near its share, a group waits until it may claim one for so many under way: fewer claims take more each. */
const underWayForOneMore = 16;

/**
 * Limits on the number of claimed items: in total, and of one lane. A group, such as the lanes of one customer, has at
 * most as many items under way as places are free for the others: half of all if it is alone, a third each if there
 * are two, and so on. A group with few items under way may always claim, even if the items of all others never end.
 */
export interface Limits extends LaneLimits {
  readonly inAll: number;
  /** The limit in total for groups with few items under way. Default: twice `inAll`. */
  readonly mostInAll?: number;
}

interface Group {
  underWay: number;
  accountIds: Set<string>;
}

/** The lanes from which this process has claimed items. */
export class Lanes<Item extends Leased> {
  readonly #limits: Limits;
  readonly #mostInAll: number;
  readonly #known = new Map<string, Lane<Item>>();
  readonly #active = new Set<Lane<Item>>();
  readonly #groups = new Map<string, Group>();
  #underWay = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#mostInAll = limits.mostInAll ?? 2 * limits.inAll;
  }

  /** The lanes with items that this process is working on. */
  get active(): Iterable<Lane<Item>> {
    return this.#active;
  }

  get isFull(): boolean {
    return this.#underWay >= this.#mostInAll;
  }

  /** Returns how many more items a group may claim, after a claim has taken some that have not entered their lanes. */
  shareOf(group: string, taken = { inAll: 0, ofGroup: 0 }): number {
    const ofGroup = this.underWayOf(group) + taken.ofGroup;
    const inAll = this.#underWay + taken.inAll;
    // Each item that the group takes also leaves one place less for the others, so it may take half of the difference.
    const fair = Math.floor((this.#limits.inAll - inAll - ofGroup) / 2);
    const sure = Math.min(ofEachGroup - ofGroup, this.#mostInAll - inAll);
    return Math.max(0, fair * underWayForOneMore < this.underWayOf(group) ? 0 : fair, sure);
  }

  /** The ids of lanes that accept no items at present. */
  get busy(): string[] {
    return [...this.#known.values()].filter(({ isBusy }) => isBusy).map(({ id }) => id);
  }

  /** The accounts known to belong to groups that have their whole share under way. */
  get busyAccounts(): string[] {
    return [...this.#groups]
      .filter(([group]) => this.shareOf(group) === 0)
      .flatMap(([, { accountIds }]) => [...accountIds]);
  }

  underWayOf(group: string): number {
    return this.#groups.get(group)?.underWay ?? 0;
  }

  /** Remembers the account of a lane as long as its group has anything under way. */
  note({ accountId, group }: GroupedLane): void {
    this.#groups.get(group)?.accountIds.add(accountId);
  }

  roomOf(id: string): number {
    return this.#known.get(id)?.room ?? this.#limits.first;
  }

  /** Counts claimed items in their lane, and returns the lane. */
  enter({ id, accountId, group }: GroupedLane, amount: number): Lane<Item> {
    const lane = this.#known.get(id) ?? this.#newLane({ id, accountId, group });
    lane.underWay += amount;
    this.#count(lane.group, amount);
    this.note(lane);
    this.#active.add(lane);
    return lane;
  }

  leave(lane: Lane<Item>, effect: LaneEffect, milliseconds: number): void {
    lane.leave(effect, milliseconds);
    if (lane.underWay === 0) this.#active.delete(lane);
    this.#count(lane.group, -1);
  }

  #count(name: string, change: number): void {
    this.#underWay += change;
    const group = this.#groups.get(name) ?? { underWay: 0, accountIds: new Set() };
    group.underWay += change;
    if (group.underWay === 0) this.#groups.delete(name);
    else this.#groups.set(name, group);
  }

  #newLane(lane: GroupedLane): Lane<Item> {
    if (this.#known.size >= mostKnown) for (const [id, { isIdle }] of this.#known) if (isIdle) this.#known.delete(id);
    const added = new Lane<Item>(lane, this.#limits);
    this.#known.set(lane.id, added);
    return added;
  }
}

export class Room {
  readonly #lanes: Lanes<Leased>;
  readonly #offered = new Map<string, GroupedLane>();
  readonly #taken = new Map<string, number>();
  #takenInAll = 0;

  constructor(lanes: Lanes<Leased>) {
    this.#lanes = lanes;
  }

  /** The ids of lanes that accept no items at present. */
  get busyLanes(): readonly string[] {
    return this.#lanes.busy;
  }

  /** The accounts known to belong to groups that have their whole share under way. */
  get busyAccounts(): readonly string[] {
    return this.#lanes.busyAccounts;
  }

  /** Names lanes with due items. Returns those whose group has not its whole share under way. */
  offer(lanes: readonly GroupedLane[]): GroupedLane[] {
    for (const lane of lanes) {
      this.#offered.set(lane.id, lane);
      this.#lanes.note(lane);
    }
    return lanes.filter(({ group }) => this.#shareOf(group) > 0);
  }

  /** Returns the lane with its group. A lane that was not offered has a group of its own. */
  laneOf(id: string): GroupedLane {
    return this.#offered.get(id) ?? { id, accountId: id, group: id };
  }

  /** Returns how many items of the lane the claim may still take. */
  of(laneId: string): number {
    return Math.max(0, Math.min(this.#lanes.roomOf(laneId), this.#shareOf(this.laneOf(laneId).group)));
  }

  /** Returns the first of the items, as far as there is room, and counts them as taken. */
  take<Item>(laneId: string, items: readonly Item[]): Item[] {
    const taken = items.slice(0, this.of(laneId));
    const { group } = this.laneOf(laneId);
    this.#taken.set(group, (this.#taken.get(group) ?? 0) + taken.length);
    this.#takenInAll += taken.length;
    return taken;
  }

  #shareOf(group: string): number {
    return this.#lanes.shareOf(group, { inAll: this.#takenInAll, ofGroup: this.#taken.get(group) ?? 0 });
  }
}
