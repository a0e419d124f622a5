import type { Database } from '../database.ts';
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
  return change(database, `ALTER TABLE ${table} REORGANIZE PARTITION ${rest} INTO (${rangesOf([end])})`);
}

/** Drops a partition with its rows. Returns false if transactions use the table, or another process was faster. */
export function dropPartition(database: Database, table: string, { name }: Partition): Promise<boolean> {
  return change(database, `ALTER TABLE ${table} DROP PARTITION ${name}`);
}

/** What a server says about a partition that another process has added or dropped in the meantime. */
const overtaken = new Set([
  'ER_SAME_NAME_PARTITION',
  'ER_DROP_PARTITION_NON_EXISTENT',
  'ER_RANGE_NOT_INCREASING_ERROR',
]);

async function change({ dataSource }: Database, sql: string): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SET SESSION lock_wait_timeout = 1');
    return await ranBriefly(runner, sql);
  } catch (error) {
    if (overtaken.has(String((error as { code?: unknown }).code))) return false;
    throw error;
  } finally {
    await discard(runner);
  }
}
