import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { isLockTimeout, isStopped } from '../failures.ts';
import { processOf } from './process-list.ts';

/** How long a statement may wait for a table. All later statements on the table wait behind it. */
const patienceMilliseconds = 50;

/**
 * Runs a statement that needs a table for itself. If transactions that use the table do not end at once, the statement
 * gives way, and the result is false. A server's own limit, `lock_wait_timeout`, counts whole seconds.
 */
export async function ranBriefly(runner: QueryRunner, sql: string): Promise<boolean> {
  const connection = await connectionOf(runner);
  const running = runner.query(sql).then(
    () => true,
    (error: unknown) => {
      if (isStopped(error) || isLockTimeout(error)) return false;
      throw error;
    },
  );
  const ended = running.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([ended, sleep(patienceMilliseconds, false)])))
    if (await waitsForTable(runner.dataSource, connection))
      await runner.dataSource.query(`KILL QUERY ${connection}`).catch(() => undefined); // it may have ended by now
  return running;
}

/** Returns the server's number of the connection. A proxy may have given the client another one. */
async function connectionOf(runner: QueryRunner): Promise<number> {
  const [row] = await runner.query('SELECT CONNECTION_ID() AS connection');
  return Number(row.connection);
}

/** Returns whether a connection waits for transactions that use a table. */
async function waitsForTable(dataSource: DataSource, connection: number): Promise<boolean> {
  const found = await processOf((sql) => dataSource.query(sql), connection);
  return found?.State === 'Waiting for table metadata lock';
}

/** Closes the connection of a runner, because its session differs from those of the pool. */
export async function discard(runner: QueryRunner): Promise<void> {
  const connection = await runner.connect().catch(() => null);
  connection?.destroy();
  await runner.release();
}
