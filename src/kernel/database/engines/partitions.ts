import type { QueryRunner } from 'typeorm';
import type { Database } from '../database.ts';
import { errorCode, isLockTimeout } from '../failures.ts';
import { discard, ranBriefly } from './brief-statement.ts';
import { rangesOf, rest } from './partition-ranges.ts';

/** A part of a table that holds the rows whose numbers are below `end` and not in the partition before it. */
export interface Partition {
  name: string;
  /** Null for the last partition, which holds all higher numbers. */
  end: number | null;
}

/** Returns the partitions of a table in the order of numbers: none if it has none, as on SQLite. */
export async function partitionsOf({ dialect, dataSource }: Database, table: string): Promise<Partition[]> {
  if (dialect.name === 'sqlite') return [];
  const found: { name: string; description: string }[] = await dataSource.query(
    `SELECT partition_name AS name, partition_description AS description FROM information_schema.partitions
     WHERE table_schema = DATABASE() AND table_name = ? AND partition_name IS NOT NULL
     ORDER BY partition_ordinal_position`,
    [table],
  );
  return found.map(({ name, description }) => ({ name, end: name === rest ? null : Number(description) }));
}

/** Adds a partition for the numbers below `end`. Returns false if transactions use the table, or another process was faster. */
export function addPartition(database: Database, table: string, end: number): Promise<boolean> {
  return changing(database, (runner) =>
    ranBriefly(runner, `ALTER TABLE ${table} REORGANIZE PARTITION ${rest} INTO (${rangesOf([end])})`),
  );
}

/**
 * Drops a partition with its rows. Returns false if transactions use the table, or another process was faster. The partition
 * is empty then, if it was not dropped.
 */
export function dropPartition(database: Database, table: string, { name }: Partition): Promise<boolean> {
  return changing(database, async (runner) => {
    const former = `${table}_expired`;
    try {
      if (!(await exchanged(runner, table, name, former))) return false;
      return await ranBriefly(runner, `ALTER TABLE ${table} DROP PARTITION ${name}`);
    } finally {
      // Also if it exists because another process was killed before it came here.
      await runner.query(`DROP TABLE IF EXISTS ${former}`);
    }
  });
}

/**
 * Makes the rows of a partition a table of their own. A server that drops a large partition keeps everybody waiting while it
 * frees the space, but nobody waits for the other table.
 */
async function exchanged(runner: QueryRunner, table: string, partition: string, former: string): Promise<boolean> {
  await runner.query(`CREATE TABLE ${former} LIKE ${table}`);
  await runner.query(`ALTER TABLE ${former} REMOVE PARTITIONING`);
  try {
    return await ranBriefly(runner, `ALTER TABLE ${table} EXCHANGE PARTITION ${partition} WITH TABLE ${former}`);
  } catch (error) {
    // MySQL does not exchange a table to which columns were added at once. Dropping its partition takes a little longer.
    if (errorCode(error) === 'ER_PARTITION_EXCHANGE_DIFFERENT_OPTION') return true;
    throw error;
  }
}

/** What a server says about a partition that another process has added or dropped in the meantime. */
const overtaken = new Set([
  'ER_SAME_NAME_PARTITION',
  'ER_DROP_PARTITION_NON_EXISTENT',
  'ER_UNKNOWN_PARTITION',
  'ER_RANGE_NOT_INCREASING_ERROR',
  'ER_TABLE_EXISTS_ERROR',
  'ER_NO_SUCH_TABLE',
]);

async function changing({ dataSource }: Database, change: (runner: QueryRunner) => Promise<boolean>): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SET SESSION lock_wait_timeout = 1');
    return await change(runner);
  } catch (error) {
    if (overtaken.has(errorCode(error)) || isLockTimeout(error)) return false;
    throw error;
  } finally {
    await discard(runner);
  }
}
