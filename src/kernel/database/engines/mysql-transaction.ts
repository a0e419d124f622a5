import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Signals, Topic } from '../../signals/signals.ts';
import type { Transaction } from '../database.ts';
import { dialects } from '../dialect.ts';
import { isTooLarge, TransactionTooLarge } from '../failures.ts';
import type { Value } from '../statement.ts';

/** The connections for transactions. */
export interface Connections {
  dataSource: DataSource;
  /** Whether the first statement begins a transaction, because the connections do not commit by themselves. */
  beginsByItself: boolean;
}

/** Settings of the connection for a transaction with many rows, and those to which it returns. */
export interface BulkSettings {
  own: string;
  usual: string;
}

/** Runs `work` in a transaction of its own, with the settings if it has many rows. */
export async function inTransaction<Result>(
  { dataSource, beginsByItself }: Connections,
  signals: Signals,
  work: (transaction: Transaction) => Promise<Result>,
  bulk?: BulkSettings | false,
): Promise<Result> {
  const runner = dataSource.createQueryRunner();
  const signalled = new Set<Topic>();
  try {
    if (bulk) await runner.query(`SET SESSION ${bulk.own}`);
    // TypeORM must know of the transaction, so that it neither begins nor commits another one.
    if (beginsByItself) Object.assign(runner, { isTransactionActive: true });
    else await runner.startTransaction();
    const result = await work(mysqlTransaction(runner, await runner.connect(), signalled));
    await runner.commitTransaction();
    for (const topic of signalled) signals.send(topic);
    return result;
  } catch (error) {
    await rollBack(runner);
    const tooLarge = isTooLarge(error);
    const isRefused = tooLarge === 'unclear' ? bulk && (await isStillWritable(dataSource)) : tooLarge;
    throw isRefused ? new TransactionTooLarge(error) : error;
  } finally {
    if (bulk) await orClose(runner, runner.query(`SET SESSION ${bulk.usual}`));
    await runner.release();
  }
}

/** How long a member that leaves its group may take to become read-only. */
const leavingMilliseconds = 1000;

async function isStillWritable(dataSource: DataSource): Promise<boolean> {
  await sleep(leavingMilliseconds);
  const [server] = await dataSource.query('SELECT @@GLOBAL.super_read_only + @@GLOBAL.offline_mode AS leaving');
  return Number(server?.leaving) === 0;
}

/** Rolls back. If that also fails, the connection is broken: it is closed, and the server rolls back. */
async function rollBack(runner: QueryRunner): Promise<void> {
  if (runner.isTransactionActive) await orClose(runner, runner.rollbackTransaction());
}

async function orClose(runner: QueryRunner, statement: Promise<unknown>): Promise<void> {
  await statement.catch(async () => {
    const connection: PoolConnection = await runner.connect();
    connection.destroy();
  });
}

function mysqlTransaction(runner: QueryRunner, connection: PoolConnection, signalled: Set<Topic>): Transaction {
  return {
    dialect: dialects.mysql,
    manager: runner.manager,
    rows: (sql, parameters) => execute(connection, sql, parameters),
    change: async (sql, parameters) => (await execute<ResultSetHeader>(connection, sql, parameters)).affectedRows,
    signal: (topic) => signalled.add(topic),
  };
}

/** Runs a prepared statement. */
export function execute<Result>(
  on: Pool | PoolConnection,
  sql: string,
  values: readonly Value[] = [],
): Promise<Result> {
  return new Promise((resolve, reject) => {
    on.execute({ sql, values: values as Value[], dateStrings: true }, (error, result) => {
      if (error) reject(error);
      else resolve(result as Result);
    });
  });
}
