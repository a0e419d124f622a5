import type { QueryRunner } from 'typeorm';
import { isConflict } from '../failures.ts';
import { processOf } from './process-list.ts';

export const migrationLockTable = 'migration_lock';

const leaseMilliseconds = 20_000;

const localLock = `CONCAT('migrate:', LEFT(DATABASE(), 50))`;
const thisServer = `LEFT(CONCAT_WS(' ', @@hostname, @@port, @@server_id, @@datadir), 255)`;
const leaseEnd = (milliseconds: number) => `UTC_TIMESTAMP(3) + INTERVAL ${milliseconds * 1000} MICROSECOND`;

export class MigrationLockLost extends Error {}

/**
 * The turn of the process that migrates. On one server, a named lock elects it. Other servers of a cluster do not see
 * the lock, so a lease in a table row decides.
 */
export class MigrationLock {
  readonly #runner: QueryRunner;
  readonly #holder = crypto.randomUUID();
  readonly #lease: number;
  #renewedAt = 0;
  #renewals: NodeJS.Timeout | undefined;

  constructor(runner: QueryRunner, lease = leaseMilliseconds) {
    this.#runner = runner;
    this.#lease = lease;
  }

  get #renewalMilliseconds(): number {
    return this.#lease / 4;
  }

  async take(): Promise<boolean> {
    const [row] = await this.#runner.query(`SELECT GET_LOCK(${localLock}, 1) AS locked`);
    if (Number(row.locked) !== 1) {
      await this.#freeFrozenLock();
      return false;
    }
    if (await this.#isElected()) {
      this.#guard();
      return true;
    }
    await this.#runner.query(`SELECT RELEASE_LOCK(${localLock})`);
    return false;
  }

  /** Ends the turn. If everything is done, drops the table, so that other processes see that nothing is left to do. */
  async end(isFinished: boolean): Promise<void> {
    if (!this.#renewals) return;
    clearInterval(this.#renewals);
    if (isFinished) await this.#runner.query(`DROP TABLE ${migrationLockTable}`);
    else
      await this.#runner.query(`UPDATE ${migrationLockTable} SET lease_end = created_at WHERE holder = ?`, [
        this.#holder,
      ]);
  }

  async #isElected(): Promise<boolean> {
    const elected = await this.#elect().catch((error: unknown) => {
      if (isConflict(error)) return false; // Another server held an election at the same time.
      throw error;
    });
    if (elected) this.#renewedAt = Date.now();
    return elected;
  }

  async #elect(): Promise<boolean> {
    // In a cluster, a change to a table blocks everything for a moment, so avoid a needless one.
    if (!(await this.#runner.hasTable(migrationLockTable)))
      await this.#runner.query(
        `CREATE TABLE IF NOT EXISTS ${migrationLockTable} (id INT PRIMARY KEY, holder VARCHAR(36) NOT NULL, server VARCHAR(255) NOT NULL,
       created_at DATETIME(3) NOT NULL, lease_end DATETIME(3) NOT NULL) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`,
      );
    // A process that was killed may have created the table without its row.
    const nobody = `(1, ?, '', '2000-01-01', '2000-01-01')`;
    await this.#changed(
      `INSERT IGNORE INTO ${migrationLockTable} (id, holder, server, created_at, lease_end) VALUES ${nobody}`,
    );
    return this.#changed(
      `UPDATE ${migrationLockTable} SET holder = ?, server = ${thisServer}, lease_end = ${leaseEnd(this.#lease)}
       WHERE id = 1 AND (lease_end < UTC_TIMESTAMP(3) OR server = ${thisServer})`,
    );
  }

  #guard(): void {
    const runner = this.#runner;
    const query = runner.query.bind(runner);
    runner.query = async (...given: Parameters<typeof query>) => {
      if (Date.now() - this.#renewedAt > this.#lease / 2 && !(await this.#renew()))
        throw new MigrationLockLost('another process migrates now');
      return query(...given);
    };
    const renewal = () => void this.#renew().catch(() => undefined); // The next statement tries again.
    this.#renewals = setInterval(renewal, this.#renewalMilliseconds).unref();
  }

  async #renew(): Promise<boolean> {
    const at = Date.now();
    const sql = `UPDATE ${migrationLockTable} SET lease_end = ${leaseEnd(this.#lease)} WHERE holder = ?`;
    const isKept = await this.#changed(sql, this.#runner.dataSource);
    if (isKept) this.#renewedAt = at;
    return isKept;
  }

  async #changed(sql: string, on: QueryRunner | QueryRunner['dataSource'] = this.#runner): Promise<boolean> {
    const { affectedRows } = await on.query(sql, [this.#holder]).catch(withoutTable({ affectedRows: 0 }));
    return affectedRows > 0;
  }

  /**
   * Closes stalled connections whose lease has ended. Spares those that were idle only briefly, because they may just
   * have taken the lock.
   */
  async #freeFrozenLock(): Promise<void> {
    const query = (sql: string) => this.#runner.query(sql);
    const ended = `SELECT IS_USED_LOCK(${localLock}) AS connection FROM ${migrationLockTable}
       WHERE lease_end < UTC_TIMESTAMP(3) AND server = ${thisServer}`;
    const [frozen] = await query(ended).catch(withoutTable([]));
    if (!frozen?.connection) return;
    const found = await processOf(query, Number(frozen.connection));
    if (found?.Command !== 'Sleep' || found.Time * 1000 < this.#renewalMilliseconds) return;
    await query(`KILL ${found.Id}`).catch(() => undefined); // It may have ended in the meantime.
  }
}

/** Ignores a missing table: no turn has created it yet, or the last one has dropped it. */
function withoutTable<Nothing>(nothing: Nothing): (error: { code?: unknown }) => Nothing {
  return (error) => {
    if (error.code === 'ER_NO_SUCH_TABLE') return nothing;
    throw error;
  };
}
