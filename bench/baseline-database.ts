import { promisify } from 'node:util';
import { createPool, type Pool, type PoolConnection } from 'mysql2';
import type { Value } from '../src/kernel/database/statement.ts';

/** mysql2 with prepared statements, as in hand-written code. */
export const pool = createPool({
  uri: (process.env.DATABASE_URL ?? '').replace(/^mariadb:/, 'mysql:'),
  connectionLimit: 12,
  dateStrings: true,
  supportBigNumbers: true,
});
pool.on('connection', (connection) => {
  connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
});

/** Runs `work` between BEGIN and COMMIT. */
export async function inTransaction<Result>(work: (connection: PoolConnection) => Promise<Result>): Promise<Result> {
  const connection = await connect();
  try {
    await plain(connection, 'BEGIN');
    const result = await work(connection);
    await plain(connection, 'COMMIT');
    connection.release();
    return result;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

const connect = promisify(pool.getConnection.bind(pool));

export function execute<Result>(on: Pool | PoolConnection, sql: string, values: Value[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    on.execute(sql, values, (error, result) => (error ? reject(error) : resolve(result as Result)));
  });
}

/** Runs a statement whose values the client writes into its text: lists of rows are possible. */
export function plain(connection: PoolConnection, sql: string, values: unknown[] = []): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, values, (error) => (error ? reject(error) : resolve()));
  });
}
