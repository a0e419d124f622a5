import type { Connection } from '../database/database.ts';

export type GroupsOf = (connection: Connection, accountIds: readonly string[]) => Promise<Map<string, string>>;

export interface JobGroup {
  group: string;
  lanes: string[];
}

const maxKnown = 10_000;

/** Lets groups take turns. New groups come first, and then the group that has waited longest. */
export class JobRotation {
  readonly #groupsOf: GroupsOf;
  readonly #servedAt = new Map<string, number>();
  #last = 0;

  constructor(groupsOf: GroupsOf) {
    this.#groupsOf = groupsOf;
  }

  async order(connection: Connection, lanes: readonly string[]): Promise<JobGroup[]> {
    const groups = await this.#groupsOf(connection, lanes.map(ownerOf).filter(Boolean));
    const due = Map.groupBy(lanes, (lane) => groups.get(ownerOf(lane)) ?? lane);
    return [...due]
      .map(([group, lanes]) => ({ group, lanes }))
      .sort((one, other) => this.#servedAtOf(one) - this.#servedAtOf(other));
  }

  note(group: string): void {
    this.#last += 1;
    this.#servedAt.delete(group);
    this.#servedAt.set(group, this.#last);
    const [oldest] = this.#servedAt.keys();
    if (this.#servedAt.size > maxKnown && oldest !== undefined) this.#servedAt.delete(oldest);
  }

  #servedAtOf({ group }: JobGroup): number {
    return this.#servedAt.get(group) ?? 0;
  }
}

/** Returns the account of a lane. An empty text is the service itself. */
function ownerOf(lane: string): string {
  return lane.replace(/^\//, '');
}
