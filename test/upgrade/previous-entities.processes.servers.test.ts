import { join } from 'node:path';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { EventPartitions1763749500000 } from '../../migrations/1763749500000-event-partitions.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { migrate } from '../../src/kernel/database/migration.ts';
import { openEmpty } from '../kernel/database/scratch.ts';
import { previousCheckout } from './previous-checkout.ts';

const isEmbedded = inject('engine') === 'sqlite';
const testOnServer = test.skipIf(isEmbedded);
let directory: string;

// Installing the packages of the previous version takes a minute or more.
beforeAll(async () => {
  if (!isEmbedded) directory = await previousCheckout();
}, 600_000);

testOnServer('the previous version can read and write the migrated schema', async () => {
  const { url } = await openUpgraded();

  expect(await misfitsOf(url)).toEqual([]);
});

testOnServer.each([
  ['renames a column', 'ALTER TABLE coupons RENAME COLUMN title TO headline'],
  ['adds a column that the previous version does not fill', 'ALTER TABLE coupons ADD COLUMN origin INTEGER NOT NULL'],
  ['adds a rule that the previous version may break', 'CREATE UNIQUE INDEX coupons_name ON coupons (name)'],
  ['drops a table', 'DROP TABLE notices'],
  ['shortens a text', 'ALTER TABLE coupons MODIFY title varchar(10)'],
])('a migration that %s is noticed', async (_, statement) => {
  const { database, url } = await openUpgraded();
  await database.dataSource.query(statement);

  expect(await misfitsOf(url)).not.toEqual([]);
});

testOnServer('a migration may add nullable columns and indexes', async () => {
  const { database, url } = await openUpgraded();
  await database.dataSource.query('ALTER TABLE coupons ADD COLUMN origin INTEGER, ADD INDEX coupons_name (name)');

  expect(await misfitsOf(url)).toEqual([]);
});

/** Opens an installation of the previous version after its upgrade. A new installation has no former indexes. */
async function openUpgraded(): Promise<{ database: Database; url: string }> {
  const opened = await openEmpty();
  await migrate(await openWithPreviousEntities(opened.url));
  await opened.database.dataSource.query(
    `INSERT INTO accounts (id, name, timezone, created_at) VALUES ('acc_0123456789abcdef', 'Bakery', 'UTC', '2026-01-01')`,
  );
  await migrate(opened.database);
  return opened;
}

/**
 * Returns what the entities of the previous version miss in the schema, and what in the schema may refuse their writes.
 * Columns and indexes that they do not know are no
 * misfits, nor are texts that have become longer.
 */
async function misfitsOf(url: string): Promise<string[]> {
  const database = await openWithPreviousEntities(url);
  await joinPartitions(database);
  const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
  const statements = upQueries.map(({ query }) => query);
  const misfits = await Promise.all(
    statements.map(async (statement) => {
      const [, ofColumn, column] = /^ALTER TABLE `(\w+)` DROP COLUMN `(\w+)`$/.exec(statement) ?? [];
      if (ofColumn && column) return (await isOptional(database, ofColumn, column)) ? [] : [statement];
      const [, index, ofIndex] = /^DROP INDEX `(\w+)` ON `(\w+)`$/.exec(statement) ?? [];
      if (ofIndex && index) return (await isUnique(database, ofIndex, index)) ? [statement] : [];
      // TypeORM replaces a column whose length differs: it drops the column and adds it again.
      const [, ofText, text, length] = /^ALTER TABLE `(\w+)` ADD `(\w+)` varchar\((\d+)\)/.exec(statement) ?? [];
      if (ofText && text) return (await lengthOf(database, ofText, text)) > Number(length) ? [] : [statement];
      return [statement];
    }),
  );
  return misfits.flat();
}

async function openWithPreviousEntities(url: string): Promise<Database> {
  const { openDatabase } = await import(join(directory, 'src/kernel/database/engines/database-url.ts'));
  const { model } = await import(join(directory, 'src/main/registries/tables.ts'));
  const database: Database = await openDatabase(url, model);
  onTestFinished(() => database.close());
  return database;
}

/** A partitioned table has indexes in place of unique ones. They refuse less, but TypeORM would report them. */
async function joinPartitions({ dataSource }: Database): Promise<void> {
  const runner = dataSource.createQueryRunner();
  await new EventPartitions1763749500000().down(runner);
  await runner.release();
}

async function isOptional({ dataSource }: Database, table: string, column: string): Promise<boolean> {
  const [{ nullable, preset }] = await dataSource.query(
    `SELECT is_nullable AS nullable, column_default AS preset FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name = ? AND column_name = ?`,
    [table, column],
  );
  return nullable === 'YES' || preset !== null;
}

async function lengthOf({ dataSource }: Database, table: string, column: string): Promise<number> {
  const [found] = await dataSource.query(
    `SELECT character_maximum_length AS length FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name = ? AND column_name = ?`,
    [table, column],
  );
  return Number(found?.length ?? 0);
}

async function isUnique({ dataSource }: Database, table: string, index: string): Promise<boolean> {
  const [{ duplicates }] = await dataSource.query(
    `SELECT MAX(non_unique) AS duplicates FROM information_schema.statistics
     WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ?`,
    [table, index],
  );
  return Number(duplicates) === 0;
}
