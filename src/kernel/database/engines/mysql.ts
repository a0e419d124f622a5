import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2';
import * as mysql2 from 'mysql2';
import { DataSource, type QueryRunner } from 'typeorm';
import { Signals, type Topic } from '../../signals/signals.ts';
import { SnakeCase } from '../columns.ts';
import type { Database, Model, Transaction, TransactionOptions } from '../database.ts';
import { dialects } from '../dialect.ts';
import type { Value } from '../statement.ts';
import { openPool, type PoolLimits } from './connection-pool.ts';
import { type Patience, patienceOfWorkers } from './patience.ts';
import { withRetries } from './transaction-retry.ts';
import { Turns } from './turns.ts';

/**
 * The connections of a process. Reads have connections of their own, so that no transaction that waits for a lock delays
 * them.
 */
const connections = { reading: 8, writing: 12, background: 8 };

/** Together they can wait for two seconds while each transaction takes some milliseconds. */
const waitingTransactions = { waitingEach: 1000, waiting: 10_000 };

/** Opens a MySQL or MariaDB server. Its version string selects the database type for TypeORM. */
export async function openMySql(url: string, model: Model, patience: Patience): Promise<Database> {
  const address = url.replace(/^mariadb:/, 'mysql:');
  const life = { closed: false };
  const server = { address, type: await serverType(address), model, life };
  const [reading, writing, background] = await Promise.all([
    connect(server, { ...patience, connections: connections.reading }),
    connect(server, { ...patience, connections: connections.writing }),
    connect(server, { ...patienceOfWorkers, connections: connections.background }),
  ]);
  const close = async () => {
    life.closed = true;
    await Promise.all([reading, writing, background].map(({ dataSource }) => dataSource.destroy()));
  };
  const signals = new Signals();
  const turns = new Turns({
    total: connections.writing,
    each: connections.writing / 4,
    ...waitingTransactions,
    milliseconds: patience.connectionMilliseconds,
  });
  const forWorkers: Database = {
    dialect: dialects.mysql,
    dataSource: background.dataSource,
    signals,
    manager: background.dataSource.manager,
    rows: (sql, parameters) => execute(background.pool, sql, parameters),
    transaction: (work) => withRetries(() => inTransaction(background.dataSource, signals, work), true),
    get background() {
      return forWorkers;
    },
    close,
  };
  return {
    dialect: dialects.mysql,
    dataSource: background.dataSource,
    signals,
    manager: reading.dataSource.manager,
    rows: (sql, parameters) => execute(reading.pool, sql, parameters),
    transaction: (work, { account }: TransactionOptions = {}) =>
      turns.run(account, () => withRetries(() => inTransaction(writing.dataSource, signals, work), false)),
    background: forWorkers,
    close,
  };
}

interface Server {
  address: string;
  type: 'mysql' | 'mariadb';
  model: Model;
  life: { closed: boolean };
}

/** TypeORM, and the pool that it shares with prepared statements. */
interface Connected {
  dataSource: DataSource;
  pool: Pool;
}

async function connect({ address, type, model, life }: Server, limits: PoolLimits): Promise<Connected> {
  let pool: Pool | undefined;
  const createPool = (options: mysql2.PoolOptions): Pool => {
    pool = openPool(options, type, limits, life);
    return pool;
  };
  const dataSource = new DataSource({
    type,
    url: address,
    driver: { ...mysql2, createPool },
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    poolSize: limits.connections,
    namingStrategy: new SnakeCase(),
    ...model,
  });
  await dataSource.initialize();
  if (!pool) throw new Error('TypeORM did not create its pool through the given driver');
  return { dataSource, pool };
}

async function serverType(url: string): Promise<'mysql' | 'mariadb'> {
  const connection = await mysql2.createConnection({ uri: url, connectTimeout: 5000 }).promise();
  try {
    const [rows] = await connection.query<mysql2.RowDataPacket[]>('SELECT VERSION() AS version');
    return /mariadb/i.test(String(rows[0]?.version)) ? 'mariadb' : 'mysql';
  } finally {
    connection.destroy();
  }
}

async function inTransaction<Result>(
  dataSource: DataSource,
  signals: Signals,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const runner = dataSource.createQueryRunner();
  const signalled = new Set<Topic>();
  try {
    await runner.startTransaction();
    const result = await work(mysqlTransaction(runner, await runner.connect(), signalled));
    await runner.commitTransaction();
    for (const topic of signalled) signals.send(topic);
    return result;
  } catch (error) {
    await rollBack(runner);
    throw error;
  } finally {
    await runner.release();
  }
}

/** Rolls back. If that also fails, the connection is broken: it is closed, and the server rolls back. */
async function rollBack(runner: QueryRunner): Promise<void> {
  if (!runner.isTransactionActive) return;
  await runner.rollbackTransaction().catch(async () => {
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

function execute<Result>(on: Pool | PoolConnection, sql: string, values: readonly Value[] = []): Promise<Result> {
  return new Promise((resolve, reject) => {
    on.execute({ sql, values: values as Value[], dateStrings: true }, (error, result) => {
      if (error) reject(error);
      else resolve(result as Result);
    });
  });
}
