import { setTimeout as sleep } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { DataSource, EntitySchema } from 'typeorm';
import { Signals, type Topic } from '../../signals/signals.ts';
import { SnakeCase } from '../columns.ts';
import type { Database, Model, Transaction } from '../database.ts';
import { dialects, sqliteTypes } from '../dialect.ts';
import { DatabaseClosed, isLockTimeout } from '../failures.ts';
import type { Value } from '../statement.ts';
import { withRetries } from './transaction-retry.ts';

/**
 * Opens the embedded database. SQLite has one writer, and TypeORM would let simultaneous transactions interleave on its
 * only connection. So every write is a transaction, transactions queue for the writing connection, and all other reads
 * use a second connection, which sees committed rows only (WAL).
 */
export async function openSqlite(file: string, model: Model): Promise<Database> {
  const writer = await openConnection(file, model, false);
  const reader = await openConnection(file, model, true);
  const queue = new Queue();
  const signals = new Signals();
  const database: Database = {
    dialect: dialects.sqlite,
    dataSource: writer.dataSource,
    signals,
    manager: reader.dataSource.manager,
    rows: (sql, parameters) => reader.all(sql, parameters),
    transaction: (work) => withRetries(() => queue.run(() => inTransaction(writer, signals, work)), false),
    get background() {
      return database;
    },
    close: () =>
      queue.run(async () => {
        await reader.dataSource.destroy();
        await writer.dataSource.destroy();
      }),
  };
  return database;
}

/** How long to wait for the lock of another process when the file is opened. */
const openingMilliseconds = 10_000;

/**
 * How long SQLite itself waits for the lock of another process. The driver is synchronous, so the whole process stands
 * still meanwhile.
 */
const busyMilliseconds = 5;

/** How long a statement is tried again while another process holds the lock. Others run between the attempts. */
const lockedMilliseconds = 10_000;

async function openConnection(file: string, model: Model, readonly: boolean): Promise<SqliteConnection> {
  let handle: BetterSqlite3.Database | undefined;
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: file,
    readonly,
    enableWAL: !readonly,
    timeout: openingMilliseconds,
    prepareDatabase: (opened: BetterSqlite3.Database) => {
      // A commit reaches the disk before the caller gets the response: a power failure must not undo a claim.
      opened.pragma('synchronous = FULL');
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

/** Runs prepared statements on one connection. The driver is synchronous: it returns the result within the call. */
class SqliteConnection {
  readonly dataSource: DataSource;
  readonly #handle: BetterSqlite3.Database;
  readonly #statements = new Map<string, BetterSqlite3.Statement>();

  constructor(dataSource: DataSource, handle: BetterSqlite3.Database) {
    this.dataSource = dataSource;
    this.#handle = handle;
  }

  all<Row>(sql: string, parameters: readonly Value[] = []): Promise<Row[]> {
    return whenUnlocked(() => this.#statement(sql).all(...parameters) as Row[]);
  }

  /** Begins a transaction that may write. A deferred one fails if another process writes between its read and its write. */
  async begin(): Promise<void> {
    await whenUnlocked(() => this.#statement('BEGIN IMMEDIATE').run());
  }

  async change(sql: string, parameters: readonly Value[] = []): Promise<number> {
    return this.#statement(sql).run(...parameters).changes;
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

/** Runs a statement, and again for some time while another process has locked the file. */
async function whenUnlocked<Result>(statement: () => Result): Promise<Result> {
  for (const began = Date.now(); ; ) {
    try {
      return statement();
    } catch (error) {
      if (!isLockTimeout(error) || Date.now() - began > lockedMilliseconds) throw error;
      await sleep(5 + Math.random() * 20);
    }
  }
}

async function inTransaction<Result>(
  writer: SqliteConnection,
  signals: Signals,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const runner = writer.dataSource.createQueryRunner();
  const signalled = new Set<Topic>();
  const transaction: Transaction = {
    dialect: dialects.sqlite,
    manager: runner.manager,
    rows: (sql, parameters) => writer.all(sql, parameters),
    change: (sql, parameters) => writer.change(sql, parameters),
    signal: (topic) => signalled.add(topic),
  };
  await writer.begin();
  Object.assign(runner, { isTransactionActive: true });
  try {
    const result = await work(transaction);
    await writer.change('COMMIT');
    for (const topic of signalled) signals.send(topic);
    return result;
  } catch (error) {
    await writer.change('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    Object.assign(runner, { isTransactionActive: false });
  }
}

/** Runs tasks one after another. */
class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work, work);
    this.#last = result;
    return result;
  }
}
