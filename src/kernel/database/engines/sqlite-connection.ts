import type BetterSqlite3 from 'better-sqlite3';
import { DataSource, EntitySchema } from 'typeorm';
import { SnakeCase } from '../columns.ts';
import type { Model } from '../database.ts';
import { sqliteTypes } from '../dialect.ts';
import { DatabaseClosed, isLockTimeout } from '../failures.ts';
import type { Value } from '../statement.ts';
import { untilUnlocked } from './transaction-retry.ts';

const openingMilliseconds = 10_000;

/** SQLite blocks the whole process while it waits. */
const busyMilliseconds = 5;

const whileLocked = { isPassing: isLockTimeout, milliseconds: 10_000, pause: [5, 25] } as const;

export async function openConnection(file: string, model: Model, readonly: boolean): Promise<SqliteConnection> {
  let handle: BetterSqlite3.Database | undefined;
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: file,
    readonly,
    enableWAL: !readonly,
    timeout: openingMilliseconds,
    prepareDatabase: (opened: BetterSqlite3.Database) => {
      // A power failure must not undo a claim.
      opened.pragma('synchronous = FULL');
      // Otherwise the content of removed rows stays in the file.
      if (!readonly) opened.pragma('secure_delete = ON');
      // The built-in function ignores non-ASCII letters.
      opened.function('lower_case', { deterministic: true }, (text) => (text as string | null)?.toLowerCase() ?? null);
      handle = opened;
    },
    namingStrategy: new SnakeCase(),
    entities: model.entities.map(forSqlite),
    migrations: model.migrations,
  });
  await dataSource.initialize();
  if (!handle) throw new Error('TypeORM did not pass its connection to prepareDatabase');
  handle.pragma(`busy_timeout = ${busyMilliseconds}`);
  return new SqliteConnection(dataSource, handle);
}

function forSqlite(schema: EntitySchema): EntitySchema {
  const columns = Object.entries(schema.options.columns).map(([name, column]) => {
    const type = sqliteTypes[String(column?.type)] ?? column?.type;
    return [name, { ...column, type }];
  });
  return new EntitySchema({ ...schema.options, columns: Object.fromEntries(columns) });
}

export class SqliteConnection {
  readonly dataSource: DataSource;
  readonly #handle: BetterSqlite3.Database;
  readonly #statements = new Map<string, BetterSqlite3.Statement>();

  constructor(dataSource: DataSource, handle: BetterSqlite3.Database) {
    this.dataSource = dataSource;
    this.#handle = handle;
  }

  all<Row>(sql: string, parameters: readonly Value[] = []): Promise<Row[]> {
    return untilUnlocked(whileLocked, () => this.#statement(sql).all(...parameters) as Row[]);
  }

  /** A deferred transaction fails if another process writes between its read and its write. */
  async begin(): Promise<void> {
    await untilUnlocked(whileLocked, () => this.#statement('BEGIN IMMEDIATE').run());
  }

  async change(sql: string, parameters: readonly Value[] = []): Promise<number> {
    return this.#statement(sql).run(...parameters).changes;
  }

  /** The log contains earlier versions of pages. False while another process reads it. */
  async emptyLog(): Promise<boolean> {
    const [result] = this.#handle.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return result?.busy === 0;
  }

  #statement(sql: string): BetterSqlite3.Statement {
    if (!this.#handle.open) throw new DatabaseClosed();
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= 500) this.#statements.clear();
    const prepared = this.#handle.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
