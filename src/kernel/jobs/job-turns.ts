import type { Connection } from '../database/database.ts';

export type GroupsOf = (connection: Connection, accountIds: readonly string[]) => Promise<Map<string, string>>;

export interface DueGroup {
  group: string;
  accountIds: string[];
}

const maxKnown = 10_000;

/** Lets groups take turns. New groups come first, and then the group that has waited longest. */
export class JobTurns {
  readonly #groupsOf: GroupsOf;
  readonly #turns = new Map<string, number>();
  #last = 0;

  constructor(groupsOf: GroupsOf) {
    this.#groupsOf = groupsOf;
  }

  async order(connection: Connection, accountIds: readonly string[]): Promise<DueGroup[]> {
    const groups = await this.#groupsOf(connection, accountIds);
    const due = Map.groupBy(accountIds, (id) => groups.get(id) ?? id);
    return [...due]
      .map(([group, accountIds]) => ({ group, accountIds }))
      .sort((one, other) => this.#turnOf(one) - this.#turnOf(other));
  }

  note(group: string): void {
    this.#last += 1;
    this.#turns.delete(group);
    this.#turns.set(group, this.#last);
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > maxKnown && oldest !== undefined) this.#turns.delete(oldest);
  }

  #turnOf({ group }: DueGroup): number {
    return this.#turns.get(group) ?? 0;
  }
}
