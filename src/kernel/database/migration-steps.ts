import {
  type MigrationInterface,
  type QueryRunner,
  Table,
  TableColumn,
  type TableColumnOptions,
  TableIndex,
  type TableIndexOptions,
  type TableOptions,
} from 'typeorm';
import { dialects, sqliteTypes } from './dialect.ts';
import { untilUnlocked } from './engines/transaction-retry.ts';
import { isConflict } from './failures.ts';

/** Names the changes of data that unfinished migrations have made. It exists on servers while migrations run. */
export const journal = 'migration_steps';

/**
 * A statement that waits long for the locks of its table makes every request wait behind it, so it waits shortly and tries
 * again. Longer transactions of the service would be a mistake.
 */
const whileLocked = { isPassing: isConflict, milliseconds: 300_000, pause: [100, 500] } as const;

/** TypeORM ends the definition of a table with its engine. */
const engine = 'InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

export type NewTable = Omit<TableOptions, 'name'>;

/**
 * A migration, written as steps. MySQL and MariaDB commit every change of a table at once, so a process that is killed
 * leaves a part of the steps done. The next process runs the migration again, and each step that was done is skipped.
 */
export abstract class Migration implements MigrationInterface {
  abstract readonly name: string;

  up(runner: QueryRunner): Promise<void> {
    return this.apply(new MigrationSteps(runner, this.name));
  }

  protected abstract apply(steps: MigrationSteps): Promise<void>;

  /** The previous version runs on the new schema, so nobody needs to revert a migration. */
  down(): Promise<void> {
    throw new Error('migrations are not reverted');
  }
}

/**
 * The steps of a migration. Each one is a single statement, which the database executes wholly or not at all, with a
 * check whether it was done. A migration that needs another kind of statement adds it here, with its check.
 */
export class MigrationSteps {
  /** The beginning of an INSERT that skips rows whose key already exists. */
  readonly insertIfAbsent: string;
  readonly #runner: QueryRunner;
  readonly #migration: string;
  readonly #isEmbedded: boolean;
  #changes = 0;

  constructor(runner: QueryRunner, migration: string) {
    this.#runner = runner;
    this.#migration = migration;
    this.#isEmbedded = runner.dataSource.options.type === 'better-sqlite3';
    this.insertIfAbsent = dialects[this.#isEmbedded ? 'sqlite' : 'mysql'].insertIfAbsent;
  }

  async createTable(name: string, options: NewTable): Promise<void> {
    if (await this.#runner.hasTable(name)) return;
    const columns = options.columns?.map((column) => this.#typed(column)) ?? [];
    const onServer = this.#isEmbedded ? {} : { engine };
    await untilUnlocked(whileLocked, () =>
      this.#runner.createTable(new Table({ ...options, ...onServer, name, columns })),
    );
  }

  /**
   * Adds a column. On SQLite, TypeORM would copy the table for it, which fails once rows of other tables refer to its rows:
   * a foreign key forbids to drop the former table. A column that may be null needs no copy.
   */
  async addColumn(table: string, column: TableColumnOptions): Promise<void> {
    if (await this.#runner.hasColumn(table, column.name)) return;
    const typed = this.#typed(column);
    if (!this.#isEmbedded || !typed.isNullable)
      return untilUnlocked(whileLocked, () => this.#runner.addColumn(table, new TableColumn(typed)));
    const size = typed.length ?? typed.precision;
    await this.#runner.query(`ALTER TABLE ${table} ADD COLUMN "${typed.name}" ${typed.type}${size ? `(${size})` : ''}`);
  }

  async createIndex(table: string, index: TableIndexOptions & { name: string }): Promise<void> {
    const known = (await this.#runner.getTable(table))?.indices ?? [];
    if (known.some(({ name }) => name === index.name)) return;
    await untilUnlocked(whileLocked, () => this.#runner.createIndex(table, new TableIndex(index)));
  }

  /** Changes rows, exactly once: on servers the transaction of the change also records that it was made. */
  async change(sql: string): Promise<void> {
    // A statement that changes tables would commit the record before it is done.
    if (!/^(INSERT|UPDATE|DELETE)\b/.test(sql)) throw new Error(`not a change of rows: ${sql}`);
    this.#changes += 1;
    if (this.#isEmbedded) return void (await this.#runner.query(sql)); // the migration itself is a transaction there
    const step = `${this.#migration} ${this.#changes}`;
    const runner = this.#runner;
    await runner.query(`CREATE TABLE IF NOT EXISTS ${journal} (step VARCHAR(100) PRIMARY KEY)`);
    if ((await runner.query(`SELECT step FROM ${journal} WHERE step = ?`, [step])).length > 0) return;
    await untilUnlocked(whileLocked, () =>
      runner.manager.transaction(async (transaction) => {
        await transaction.query(`INSERT INTO ${journal} (step) VALUES (?)`, [step]);
        await transaction.query(sql);
      }),
    );
  }

  #typed(column: TableColumnOptions): TableColumnOptions {
    return { ...column, type: (this.#isEmbedded && sqliteTypes[column.type]) || column.type };
  }
}
