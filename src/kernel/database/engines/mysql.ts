import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2';
import * as mysql2 from 'mysql2';
import { DataSource, type QueryRunner } from 'typeorm';
import { Signals, type Topic } from '../../signals/signals.ts';
import { SnakeCase } from '../columns.ts';
import type { Database, Model, Transaction } from '../database.ts';
import { dialects } from '../dialect.ts';
import { DatabaseClosed } from '../failures.ts';
import type { Value } from '../statement.ts';
import { withRetries } from './transaction-retry.ts';

const poolSize = 12;

/** Opens a MySQL or MariaDB server. Its version string selects the database type for TypeORM. */
export async function openMySql(url: string, model: Model): Promise<Database> {
  const address = url.replace(/^mariadb:/, 'mysql:');
  const life = { closed: false };
  let pool: Pool | undefined;
  const createPool = (options: mysql2.PoolOptions): Pool => {
    pool = mysql2.createPool({ ...options, connectTimeout: 5000, enableKeepAlive: true, maxPreparedStatements: 256 });
    pool.on('connection', prepareConnection);
    refuseWhenClosed(pool, life);
    return pool;
  };
  const dataSource = new DataSource({
    type: await serverType(address),
    url: address,
    driver: { ...mysql2, createPool },
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    poolSize,
    namingStrategy: new SnakeCase(),
    ...model,
  });
  await dataSource.initialize();
  if (!pool) throw new Error('TypeORM did not create its pool through the given driver');
  const close = () => {
    life.closed = true;
    return dataSource.destroy();
  };
  return { ...mysqlDatabase(dataSource, pool), close };
}

/** Makes a closed pool fail with `DatabaseClosed`, because the error of mysql2 has a message but no code. */
function refuseWhenClosed(pool: Pool, life: { closed: boolean }): void {
  const getConnection = pool.getConnection.bind(pool);
  pool.getConnection = (take) =>
    getConnection((error, connection) => take(error && life.closed ? new DatabaseClosed() : error, connection));
}

/** Configures a new connection, before the first statement of its user. */
function prepareConnection(connection: PoolConnection): void {
  connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', ignoreError);
  connection.query(
    `SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = 10,
      sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'`,
    ignoreError,
  );
}

/** Ignores an error that breaks the connection: the next statement also fails, and its caller handles that failure. */
function ignoreError(): void {}

async function serverType(url: string): Promise<'mysql' | 'mariadb'> {
  const connection = await mysql2.createConnection({ uri: url, connectTimeout: 5000 }).promise();
  try {
    const [rows] = await connection.query<mysql2.RowDataPacket[]>('SELECT VERSION() AS version');
    return /mariadb/i.test(String(rows[0]?.version)) ? 'mariadb' : 'mysql';
  } finally {
    connection.destroy();
  }
}

function mysqlDatabase(dataSource: DataSource, pool: Pool): Omit<Database, 'close'> {
  const signals = new Signals();
  return {
    dialect: dialects.mysql,
    dataSource,
    signals,
    manager: dataSource.manager,
    rows: (sql, parameters) => execute(pool, sql, parameters),
    transaction: (work) => withRetries(() => inTransaction(dataSource, signals, work)),
  };
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
