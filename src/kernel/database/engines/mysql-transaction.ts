import { setTimeout as sleep } from 'node:timers/promises';
import mysql2, { type FieldPacket, type Pool, type PoolConnection, type ResultSetHeader } from 'mysql2';
import type { Signals, Topic } from '../../signals/signals.ts';
import type { Proof, Transaction } from '../database.ts';
import { dialects } from '../dialect.ts';
import { isInterruption, isTooLarge, OutcomeUnknown, TransactionTooLarge } from '../failures.ts';
import { inOrder, type Parameters } from '../statement.ts';

export interface Connections {
  pool: Pool;
  /** Whether the first statement begins a transaction, because the connections do not commit by themselves. */
  beginsByItself: boolean;
}

export interface BulkSettings {
  own: string;
  usual: string;
}

export async function inTransaction<Result>(
  connections: Connections,
  signals: Signals,
  work: (transaction: Transaction) => Promise<Result>,
  bulk?: BulkSettings | false,
): Promise<Result> {
  const { pool, beginsByItself } = connections;
  const connection = await connectionOf(pool);
  let proof: Proof | undefined;
  const signalled = new Set<Topic>();
  try {
    if (bulk) await command(connection, `SET SESSION ${bulk.own}`);
    if (!beginsByItself) await command(connection, 'START TRANSACTION');
    const hooks = {
      signal: (topic: Topic) => void signalled.add(topic),
      provenBy: (given: Proof) => {
        proof = given;
      },
    };
    const result = await work(mysqlTransaction(connection, hooks));
    await command(connection, 'COMMIT').catch(async (error: unknown) => {
      if (!isInterruption(error)) throw error;
      if (!(await holds(proof, connections, signals))) throw new OutcomeUnknown(error);
    });
    for (const topic of signalled) signals.send(topic);
    return result;
  } catch (error) {
    await orClose(connection, command(connection, 'ROLLBACK'));
    const tooLarge = isTooLarge(error);
    const isRefused = tooLarge === 'unclear' ? bulk && (await isStillWritable(pool)) : tooLarge;
    throw isRefused ? new TransactionTooLarge(error) : error;
  } finally {
    if (bulk) await orClose(connection, command(connection, `SET SESSION ${bulk.usual}`));
    connection.release();
  }
}

const leavingMilliseconds = 1000;

async function isStillWritable(pool: Pool): Promise<boolean> {
  await sleep(leavingMilliseconds);
  const [server] = await execute<{ leaving: number }[]>(
    pool,
    'SELECT @@GLOBAL.super_read_only + @@GLOBAL.offline_mode AS leaving',
  );
  return Number(server?.leaving) === 0;
}

const proofMilliseconds = 2000;
const pauseMilliseconds = 200;

/** Uses another connection, which the server might not accept right away. */
async function holds(proof: Proof | undefined, connections: Connections, signals: Signals): Promise<boolean> {
  if (!proof) return false;
  const late = sleep(proofMilliseconds, 'late' as const, { ref: false });
  for (;;) {
    const found = inTransaction(connections, signals, proof).catch(() => null);
    const outcome = await Promise.race([found, late]);
    if (outcome === 'late') return false;
    if (outcome !== null) return outcome;
    await sleep(pauseMilliseconds);
  }
}

async function orClose(connection: PoolConnection, statement: Promise<unknown>): Promise<void> {
  await statement.catch(() => connection.destroy());
}

function mysqlTransaction(connection: PoolConnection, hooks: Pick<Transaction, 'signal' | 'provenBy'>): Transaction {
  return {
    dialect: dialects.mysql,
    rows: (sql, parameters) => execute(connection, sql, parameters),
    change: async (sql, parameters) => (await execute<ResultSetHeader>(connection, sql, parameters)).affectedRows,
    rehearse: async (work) => {
      await command(connection, 'SAVEPOINT rehearsal');
      const result = await work();
      await command(connection, 'ROLLBACK TO SAVEPOINT rehearsal');
      return result;
    },
    ...hooks,
  };
}

const wholeSeconds = 19;

/** Read once, because mysql2 resolves a module at each access. */
const { DATETIME, TIMESTAMP } = mysql2.Types;

export function execute<Result>(
  on: Pool | PoolConnection,
  statement: string,
  parameters: Parameters = [],
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const [sql, values] = inOrder(statement, parameters);
    on.execute({ sql, values, dateStrings: true }, (error, result, fields) => {
      if (error) return reject(error);
      if (Array.isArray(result)) completeInstants(result as Record<string, unknown>[], fields);
      resolve(result as Result);
    });
  });
}

/** Adds zero milliseconds, which servers and the driver leave out. Otherwise, an instant would have two forms. */
function completeInstants(rows: readonly Record<string, unknown>[], fields: readonly FieldPacket[]): void {
  for (const { name, columnType } of fields) {
    if (columnType !== DATETIME && columnType !== TIMESTAMP) continue;
    for (const row of rows) {
      const value = row[name];
      if (typeof value === 'string' && value.length === wholeSeconds) row[name] = `${value}.000`;
    }
  }
}

export function connectionOf(pool: Pool): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });
}

export function command(connection: PoolConnection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error) => (error ? reject(error) : resolve()));
  });
}
