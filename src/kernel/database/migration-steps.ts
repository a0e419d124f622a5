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

/**
 * The table with the data changes of unfinished migrations. On servers, it exists while migrations run. SQLite does not
 * need it.
 */
export const journal = 'migration_steps';

/** A migration that waits for a table lock blocks all requests behind it. So it waits only briefly, and tries again. */
const whileLocked = { isPassing: isConflict, milliseconds: 300_000, pause: [100, 500] } as const;

const engine = 'InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

export type NewTable = Omit<TableOptions, 'name'>;

/**
 * MySQL and MariaDB commit each change to a table immediately. If the process is killed, the next one skips the steps
 * that are done.
 */
export abstract class Migration implements MigrationInterface {
  abstract readonly name: string;

  up(runner: QueryRunner): Promise<void> {
    return this.apply(new MigrationSteps(runner, this.name));
  }

  protected abstract apply(steps: MigrationSteps): Promise<void>;

  down(): Promise<void> {
    throw new Error('migrations are not reverted');
  }
}

/**
 * The steps of a migration. Each is one atomic statement, with a check of whether it has been done. Add further kinds
 * of statements here.
 */
export class MigrationSteps {
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

  /** On SQLite, TypeORM would copy the table, which foreign keys can prevent. A nullable column needs no copy. */
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

  /** Runs a change exactly once. On servers, its transaction also records it. */
  async change(sql: string): Promise<void> {
    // DDL would commit the record too early.
    if (!/^(INSERT|UPDATE|DELETE)\b/.test(sql)) throw new Error(`not a change of rows: ${sql}`);
    this.#changes += 1;
    if (this.#isEmbedded) return void (await this.#runner.query(sql)); // SQLite runs the migration itself in a transaction.
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
