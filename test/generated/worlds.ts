import { expect } from 'vitest';
import type { Database } from '../../src/kernel/database/database.ts';
import type { App } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import type { Answer } from './answers.ts';
import { storedFor } from './stored.ts';
import { makeThings } from './things.ts';

type Things = Awaited<ReturnType<typeof makeThings>>;

/** An account with one of everything. */
export class World {
  readonly client: Client;
  readonly things: Things;
  readonly #database: Database;
  readonly #made: string;
  /** What is stored, if no call has succeeded since it was read. */
  #known: string | undefined;

  private constructor(database: Database, client: Client, things: Things, made: string) {
    this.client = client;
    this.things = things;
    this.#database = database;
    this.#made = made;
  }

  static async make({ database, client: newClient }: App): Promise<World> {
    const client = await newClient();
    const things = await makeThings(database, client.owner);
    return new World(database, client, things, await storedFor(database, client.owner.account.id));
  }

  /** Everything that the database holds for the account. */
  stored(): Promise<string> {
    return storedFor(this.#database, this.client.owner.account.id);
  }

  /** Whether the database still holds what it held when the world was made. */
  async isUntouched(): Promise<boolean> {
    return (await this.stored()) === this.#made;
  }

  /** Calls, and expects a call that fails to change nothing. */
  async callUnchangedIfFailed(call: () => Promise<Answer>): Promise<Answer> {
    const before = this.#known ?? (await this.stored());
    this.#known = undefined;
    const answer = await call();
    if (!answer.failed) return answer;
    expect(await this.stored()).toBe(before);
    this.#known = before;
    return answer;
  }
}

/** Gives an untouched world on each call: the last one, as long as nothing has changed in it, otherwise a new one. */
export function useWorlds(app: App): () => Promise<World> {
  let last: World | undefined;
  return async () => {
    if (!last || !(await last.isUntouched())) last = await World.make(app);
    return last;
  };
}

/**
 * Calls in a world that earlier calls may have changed. A call that fails there is repeated in an untouched world, so that
 * it cannot fail because of what earlier calls used up.
 */
export async function callInUsedWorld<Called extends { failed: boolean }>(
  used: World,
  untouchedWorld: () => Promise<World>,
  call: (world: World) => Promise<Called>,
): Promise<Called & { world: World }> {
  const called = await call(used);
  if (!called.failed || (await used.isUntouched())) return { ...called, world: used };
  const world = await untouchedWorld();
  return { ...(await call(world)), world };
}
