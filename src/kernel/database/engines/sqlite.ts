import { callingAccount } from '../../clocks/account-clocks.ts';
import { Signals, type Topic } from '../../signals/signals.ts';
import { withinSpan } from '../../telemetry/tracing.ts';
import { turnToContinue } from '../../values/event-loop.ts';
import type { Database, Model, Transaction } from '../database.ts';
import { dialects } from '../dialect.ts';
import { type Moment, snapshotOf, withoutSnapshot } from '../snapshot.ts';
import { openConnection, type SqliteConnection } from './sqlite-connection.ts';
import { withRetries } from './transaction-retry.ts';
import { Turns } from './turns.ts';

const turnsOfReads = {
  total: Number.POSITIVE_INFINITY,
  each: 1,
  waitingEach: 10_000,
  waiting: 100_000,
  milliseconds: 10_000,
};

/** TypeORM would interleave transactions on one connection. So writes queue; reads use a second one (WAL). */
export async function openSqlite(file: string, model: Model): Promise<Database> {
  const writer = await openConnection(file, model, false);
  const reader = await openConnection(file, model, true);
  const queue = new Queue();
  const signals = new Signals();
  const reads = new Turns(turnsOfReads);
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

/** The driver is synchronous: many statements of an account would block the event loop. */
async function inShares<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = turnToContinue();
  if (turn) await turn;
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
  // The driver is synchronous: a loop of transactions would block the event loop.
  const turn = turnToContinue();
  if (turn) await turn;
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
