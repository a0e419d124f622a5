import { expect } from 'vitest';
import type { Database } from '../../src/kernel/database/database.ts';
import type { App } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import type { Answer } from './answers.ts';
import { snapshotFor, storedFor } from './stored.ts';
import { makeThings } from './things.ts';

type Things = Awaited<ReturnType<typeof makeThings>>;

/** An account with one object of every kind. */
export class World {
  readonly client: Client;
  readonly things: Things;
  readonly #database: Database;
  readonly #made: string;
  /** The stored rows, if no call has succeeded since they were read. */
  #known: string | undefined;

  private constructor(database: Database, client: Client, things: Things, made: string) {
    this.client = client;
    this.things = things;
    this.#database = database;
    this.#made = made;
  }

  static async make({ database, client: newClient }: Pick<App, 'database' | 'client'>): Promise<World> {
    const client = await newClient();
    const things = await makeThings(database, client.owner);
    return new World(database, client, things, await snapshotFor(database, client.owner.account.id));
  }

  /** Returns all rows of the account as text. */
  stored(): Promise<string> {
    return storedFor(this.#database, this.client.owner.account.id);
  }

  /** Returns whether the rows of the account are unchanged since the world was made. */
  async isUntouched(): Promise<boolean> {
    return (await this.#snapshot()) === this.#made;
  }

  /** Makes the call. If the call fails, expects that it has changed nothing. */
  async callUnchangedIfFailed(call: () => Promise<Answer>): Promise<Answer> {
    const before = this.#known ?? (await this.#snapshot());
    this.#known = undefined;
    const answer = await call();
    if (!answer.failed) return answer;
    expect(await this.#snapshot()).toBe(before);
    this.#known = before;
    return answer;
  }

  #snapshot(): Promise<string> {
    return snapshotFor(this.#database, this.client.owner.account.id);
  }
}

/** Returns a function that returns the last world if its rows are unchanged, and a new world otherwise. */
export function useWorlds(app: App): () => Promise<World> {
  let last: World | undefined;
  return async () => {
    if (!last || !(await last.isUntouched())) last = await World.make(app);
    return last;
  };
}

/**
 * Makes the call in a world that earlier calls may have changed. If the call fails, repeats it in an untouched world,
 * because earlier calls may have used up the objects that the call requires.
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
