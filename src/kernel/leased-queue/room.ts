import type { GroupedLane } from './lane.ts';
import type { Lanes } from './lanes.ts';
import type { Leased } from './lease.ts';

/** How many items one claim may take, by the limits of lanes and the shares of groups. */
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
