import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Signals, Topic } from '../../signals/signals.ts';
import type { Proof, Transaction } from '../database.ts';
import { dialects } from '../dialect.ts';
import { isInterruption, isTooLarge, OutcomeUnknown, TransactionTooLarge } from '../failures.ts';
import type { Value } from '../statement.ts';

export interface Connections {
  dataSource: DataSource;
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
  const { dataSource, beginsByItself } = connections;
  const runner = dataSource.createQueryRunner();
  let proof: Proof | undefined;
  const signalled = new Set<Topic>();
  try {
    if (bulk) await runner.query(`SET SESSION ${bulk.own}`);
    // TypeORM must know of the transaction, so that it neither begins nor commits another one.
    if (beginsByItself) Object.assign(runner, { isTransactionActive: true });
    else await runner.startTransaction();
    const hooks = {
      signal: (topic: Topic) => void signalled.add(topic),
      provenBy: (given: Proof) => {
        proof = given;
      },
    };
    const result = await work(mysqlTransaction(runner, await runner.connect(), hooks));
    await runner.commitTransaction().catch(async (error: unknown) => {
      if (!isInterruption(error)) throw error;
      if (!(await holds(proof, connections, signals))) throw new OutcomeUnknown(error);
    });
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

/** How long a process looks for the traces of a transaction: a caller waits for it. */
const proofMilliseconds = 2000;
const pauseMilliseconds = 200;

/** Returns whether the proof holds on another connection, which the server may not accept at once. */
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

function mysqlTransaction(
  runner: QueryRunner,
  connection: PoolConnection,
  hooks: Pick<Transaction, 'signal' | 'provenBy'>,
): Transaction {
  return {
    dialect: dialects.mysql,
    manager: runner.manager,
    rows: (sql, parameters) => execute(connection, sql, parameters),
    change: async (sql, parameters) => (await execute<ResultSetHeader>(connection, sql, parameters)).affectedRows,
    ...hooks,
  };
}

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
