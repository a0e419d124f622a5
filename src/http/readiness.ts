import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../kernel/database/database.ts';
import type { DatabaseWatch } from '../kernel/database/engines/cluster/database-watch.ts';

/** How long a result counts. Anybody may ask, so the number of statements must not depend on the number of questions. */
const keptMilliseconds = 1_000;

/** How long to wait for the database. Together with the time that a result counts, this is less than two seconds. */
const patienceMilliseconds = 800;

/** A statement that hangs this long is on a broken connection, so the next one goes out beside it. */
const abandonedMilliseconds = 10_000;

/**
 * Whether the database is reachable, migrated and writable. One cheap statement a second at most finds out, and while the
 * database cannot be written, another one.
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
    const ready = await Promise.race([this.#ask(), sleep(patienceMilliseconds, false, { ref: false })]);
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

  /** Migrations run in their order, so the newest of this version tells of all. */
  async #hasNewestMigration(): Promise<boolean> {
    const names = this.#database.dataSource.migrations.map(({ name = '' }) => name);
    const newest = names.toSorted((one, other) => one.slice(-13).localeCompare(other.slice(-13))).at(-1) ?? '';
    return (await this.#database.rows('SELECT 1 FROM migrations WHERE name = ?', [newest])).length > 0;
  }
}
