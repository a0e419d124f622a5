import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { isLockTimeout, isStopped } from '../failures.ts';

/** How long a statement may wait for a table. All later statements on the table wait behind it. */
const patienceMilliseconds = 50;

/**
 * Runs a statement that needs a table for itself. If transactions that use the table do not end at once, the statement
 * gives way, and the result is false. A server's own limit, `lock_wait_timeout`, counts whole seconds.
 */
export async function ranBriefly(runner: QueryRunner, sql: string): Promise<boolean> {
  const { threadId } = await runner.connect();
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
    if (await waitsForTable(runner.dataSource, threadId))
      await runner.dataSource.query(`KILL QUERY ${Number(threadId)}`);
  return running;
}

/** Returns whether a connection waits for transactions that use a table. */
export async function waitsForTable(dataSource: DataSource, threadId: number): Promise<boolean> {
  const found = await dataSource.query(
    `SELECT id FROM information_schema.processlist WHERE id = ? AND state = 'Waiting for table metadata lock'`,
    [threadId],
  );
  return found.length > 0;
}

/** Closes the connection of a runner, because its session differs from those of the pool. */
export async function discard(runner: QueryRunner): Promise<void> {
  const connection = await runner.connect().catch(() => null);
  connection?.destroy();
  await runner.release();
}
