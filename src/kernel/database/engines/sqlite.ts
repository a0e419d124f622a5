import type BetterSqlite3 from 'better-sqlite3';
import { DataSource, EntitySchema } from 'typeorm';
import { Signals, type Topic } from '../../signals/signals.ts';
import { withinSpan } from '../../telemetry/instrumentation.ts';
import { callingAccount, yieldToEventLoop } from '../../values/event-loop.ts';
import { SnakeCase } from '../columns.ts';
import type { Database, Model, Transaction } from '../database.ts';
import { dialects, sqliteTypes } from '../dialect.ts';
import { DatabaseClosed, isLockTimeout } from '../failures.ts';
import { type Moment, snapshotOf, withoutSnapshot } from '../snapshot.ts';
import { inOrder, type Parameters } from '../statement.ts';
import { FairQueue } from './fair-queue.ts';
import { untilUnlocked, withRetries } from './transaction-retry.ts';

const readQueueLimits = {
  total: Number.POSITIVE_INFINITY,
  each: 1,
  waitingEach: 10_000,
  waiting: 100_000,
  milliseconds: 10_000,
};

/**
 * Opens a file. Writes wait in a queue, because TypeORM would interleave transactions on one connection. Reads use a
 * second connection (WAL).
 */
export async function openSqlite(file: string, model: Model): Promise<Database> {
  const writer = await openConnection(file, model, false);
  const reader = await openConnection(file, model, true);
  const queue = new Queue();
  const signals = new Signals();
  const reads = new FairQueue(readQueueLimits);
  const usual = {
    dialect: dialects.sqlite,
    dataSource: writer.dataSource,
    signals,
    transaction: <Result>(work: (transaction: Transaction) => Promise<Result>) =>
      withinSpan('transaction', () => withRetries(() => queue.run(() => inTransaction(writer, signals, work)), false)),
    snapshot: () => withoutSnapshot(database),
    moment: async () => snapshotOf(database, await beginMoment(await openConnection(file, model, true))),
    replicaFailure: null,
    renew: () => undefined,
    overwriteRemoved: () => queue.run(() => writer.emptyLog()),
    poolLoads: () => [],
    close: () =>
      queue.run(async () => {
        await reader.dataSource.destroy();
        await writer.dataSource.destroy();
      }),
  };
  const lookups: Database = {
    ...usual,
    rows: (sql, parameters) => reader.all(sql, parameters),
    get background() {
      return database;
    },
    get lookups() {
      return lookups;
    },
  };
  const database: Database = {
    ...usual,
    rows: (sql, parameters) => reads.run(callingAccount(), () => inShares(() => reader.all(sql, parameters))),
    get background() {
      return database;
    },
    lookups,
  };
  return database;
}

/** The driver is synchronous, so many statements of an account would block the event loop. */
async function inShares<Result>(work: () => Promise<Result>): Promise<Result> {
  const pause = yieldToEventLoop();
  if (pause) await pause;
  return work();
}

async function beginMoment(reader: SqliteConnection): Promise<Moment> {
  await reader.change('BEGIN');
  await reader.all('SELECT 1 FROM sequences LIMIT 1');
  return { rows: (sql, parameters) => reader.all(sql, parameters), end: () => reader.dataSource.destroy() };
}

async function inTransaction<Result>(
  writer: SqliteConnection,
  signals: Signals,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  // The driver is synchronous, so a loop of transactions would block the event loop.
  const pause = yieldToEventLoop();
  if (pause) await pause;
  const signalled = new Set<Topic>();
  const transaction: Transaction = {
    dialect: dialects.sqlite,
    rows: (sql, parameters) => writer.all(sql, parameters),
    change: (sql, parameters) => writer.change(sql, parameters),
    rehearse: async (work) => {
      await writer.change('SAVEPOINT rehearsal');
      const result = await work();
      await writer.change('ROLLBACK TO SAVEPOINT rehearsal');
      return result;
    },
    signal: (topic) => signalled.add(topic),
    provenBy: () => undefined,
  };
  await writer.begin();
  try {
    const result = await work(transaction);
    await writer.change('COMMIT');
    for (const topic of signalled) signals.send(topic);
    return result;
  } catch (error) {
    await writer.change('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work, work);
    this.#last = result;
    return result;
  }
}

const openingMilliseconds = 10_000;

/** The wait is short, because SQLite blocks the whole process while it waits. */
const busyMilliseconds = 5;

const whileLocked = { isPassing: isLockTimeout, milliseconds: 10_000, pause: [5, 25] } as const;

async function openConnection(file: string, model: Model, readonly: boolean): Promise<SqliteConnection> {
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
      // Without this, the content of removed rows would stay in the file.
      if (!readonly) opened.pragma('secure_delete = ON');
      // SQLite's own function ignores letters outside ASCII.
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

class SqliteConnection {
  readonly dataSource: DataSource;
  readonly #handle: BetterSqlite3.Database;
  readonly #statements = new Map<string, BetterSqlite3.Statement>();

  constructor(dataSource: DataSource, handle: BetterSqlite3.Database) {
    this.dataSource = dataSource;
    this.#handle = handle;
  }

  all<Row>(sql: string, parameters: Parameters = []): Promise<Row[]> {
    const [text, values] = inOrder(sql, parameters);
    return untilUnlocked(whileLocked, () => this.#statement(text).all(...values) as Row[]);
  }

  /** Begins immediately: a deferred transaction fails if another process writes between its read and its write. */
  async begin(): Promise<void> {
    await untilUnlocked(whileLocked, () => this.#statement('BEGIN IMMEDIATE').run());
  }

  async change(sql: string, parameters: Parameters = []): Promise<number> {
    const [text, values] = inOrder(sql, parameters);
    return this.#statement(text).run(...values).changes;
  }

  /**
   * Empties the write-ahead log, which contains earlier versions of pages. Returns false while another process reads
   * the log.
   */
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
