import type { Connection } from '../database/database.ts';

/** Returns the group of each account. */
export type GroupsOf = (connection: Connection, accountIds: readonly string[]) => Promise<Map<string, string>>;

/** The accounts of one group that have due jobs. The service's own jobs have the account `''`. */
export interface DueGroup {
  group: string;
  accountIds: string[];
}

/**
 * The order in which a process serves groups of accounts with due jobs: first those that it has never served, then the
 * one that has waited longest. A group has at most one step under way in a process.
 */
export class JobTurns {
  readonly #groupsOf: GroupsOf;
  /** The groups that were served and have due jobs, the longest waiting first. */
  #served: string[] = [];
  readonly #underWay = new Set<string>();

  constructor(groupsOf: GroupsOf) {
    this.#groupsOf = groupsOf;
  }

  /** Returns the groups of accounts whose turn it may be, in their order. `accountIds` begins with the longest overdue. */
  async order(connection: Connection, accountIds: readonly string[]): Promise<DueGroup[]> {
    const groups = await this.#groupsOf(connection, accountIds);
    const due = Map.groupBy(accountIds, (id) => groups.get(id) ?? id);
    this.#served = this.#served.filter((group) => due.has(group));
    const served = new Set(this.#served);
    const order = [...[...due.keys()].filter((group) => !served.has(group)), ...this.#served];
    return order
      .filter((group) => !this.#underWay.has(group))
      .map((group) => ({ group, accountIds: due.get(group) ?? [] }));
  }

  begin(group: string): void {
    this.#served = [...this.#served.filter((served) => served !== group), group];
    this.#underWay.add(group);
  }

  end(group: string): void {
    this.#underWay.delete(group);
  }
}
