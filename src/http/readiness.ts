import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../kernel/database/database.ts';
import type { DatabaseWatch } from '../kernel/database/engines/cluster/database-watch.ts';

/**
 * How long a result is kept. The endpoint is public, so the number of statements must not depend on the number of
 * requests.
 */
const keptMilliseconds = 1_000;

const timeoutMilliseconds = 800;

/** After this time, the connection counts as dead, and the next check starts without waiting for it. */
const abandonedMilliseconds = 10_000;

/**
 * Determines whether the service is ready. It executes at most one cheap statement per second, and another one while
 * the database is read-only.
 */
export class Readiness {
  readonly #database: Database;
  readonly #watch: DatabaseWatch;
  #known = { ready: false, at: Number.NEGATIVE_INFINITY };
  #check: { began: number; result: Promise<boolean> } | null = null;

  constructor(database: Database, watch: DatabaseWatch) {
    this.#database = database;
    this.#watch = watch;
  }

  async isReady(): Promise<boolean> {
    if (performance.now() - this.#known.at < keptMilliseconds) return this.#known.ready;
    const ready = await Promise.race([this.#ask(), sleep(timeoutMilliseconds, false, { ref: false })]);
    this.#known = { ready, at: performance.now() };
    return ready;
  }

  #ask(): Promise<boolean> {
    const began = performance.now();
    if (this.#check && began - this.#check.began < abandonedMilliseconds) return this.#check.result;
    const check = { began, result: this.#works().catch(() => false) };
    this.#check = check;
    void check.result.then(() => {
      if (this.#check === check) this.#check = null;
    });
    return check.result;
  }

  async #works(): Promise<boolean> {
    if (!this.#watch.isWritable) await this.#watch.check();
    return this.#watch.isWritable && (await this.#hasNewestMigration());
  }

  /** Migrations run in order, so it is enough to look for the newest one. */
  async #hasNewestMigration(): Promise<boolean> {
    const names = this.#database.dataSource.migrations.map(({ name = '' }) => name);
    const newest = names.toSorted((one, other) => one.slice(-13).localeCompare(other.slice(-13))).at(-1) ?? '';
    return (await this.#database.rows('SELECT 1 FROM migrations WHERE name = ?', [newest])).length > 0;
  }
}
