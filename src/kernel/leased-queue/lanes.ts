import { type GroupedLane, Lane, type LaneEffect, type LaneLimits } from './lane.ts';
import type { Leased } from './lease.ts';

const maxKnown = 2000;

/** The places that each group has, even when all other places are taken. */
const ofEachGroup = 8;
/** A group that is close to its share claims less often, but more items at once. */
const underWayForOneMore = 16;

/**
 * A group gets at most as many places as are free: half of all if it is alone, or a third each for two groups. A small
 * group can always claim.
 */
export interface Limits extends LaneLimits {
  readonly inAll: number;
  readonly maxInAll?: number;
}

interface Group {
  underWay: number;
  accountIds: Set<string>;
}

export class Lanes<Item extends Leased> {
  readonly #limits: Limits;
  readonly #maxInAll: number;
  readonly #known = new Map<string, Lane<Item>>();
  readonly #active = new Set<Lane<Item>>();
  readonly #groups = new Map<string, Group>();
  #underWay = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#maxInAll = limits.maxInAll ?? 2 * limits.inAll;
  }

  get active(): Iterable<Lane<Item>> {
    return this.#active;
  }

  get isFull(): boolean {
    return this.#underWay >= this.#maxInAll;
  }

  shareOf(group: string, taken = { inAll: 0, ofGroup: 0 }): number {
    const ofGroup = this.underWayOf(group) + taken.ofGroup;
    const inAll = this.#underWay + taken.inAll;
    // Each place that a group takes also reduces the share of all, so take half of the difference.
    const fair = Math.floor((this.#limits.inAll - inAll - ofGroup) / 2);
    const sure = Math.min(ofEachGroup - ofGroup, this.#maxInAll - inAll);
    return Math.max(0, fair * underWayForOneMore < this.underWayOf(group) ? 0 : fair, sure);
  }

  get busy(): string[] {
    return [...this.#known.values()].filter(({ isBusy }) => isBusy).map(({ id }) => id);
  }

  get busyAccounts(): string[] {
    return [...this.#groups]
      .filter(([group]) => this.shareOf(group) === 0)
      .flatMap(([, { accountIds }]) => [...accountIds]);
  }

  underWayOf(group: string): number {
    return this.#groups.get(group)?.underWay ?? 0;
  }

  note({ accountId, group }: GroupedLane): void {
    this.#groups.get(group)?.accountIds.add(accountId);
  }

  roomOf(id: string): number {
    return this.#known.get(id)?.room ?? this.#limits.first;
  }

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
    if (this.#known.size >= maxKnown) for (const [id, { isIdle }] of this.#known) if (isIdle) this.#known.delete(id);
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

  get busyLanes(): readonly string[] {
    return this.#lanes.busy;
  }

  get busyAccounts(): readonly string[] {
    return this.#lanes.busyAccounts;
  }

  offer(lanes: readonly GroupedLane[]): GroupedLane[] {
    for (const lane of lanes) {
      this.#offered.set(lane.id, lane);
      this.#lanes.note(lane);
    }
    return lanes.filter(({ group }) => this.#shareOf(group) > 0);
  }

  laneOf(id: string): GroupedLane {
    return this.#offered.get(id) ?? { id, accountId: id, group: id };
  }

  of(laneId: string): number {
    return Math.max(0, Math.min(this.#lanes.roomOf(laneId), this.#shareOf(this.laneOf(laneId).group)));
  }

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
