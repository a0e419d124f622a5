import { expect, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { isMigrated, migrate } from '../../../src/kernel/database/migration.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { drift } from './schema-drift.ts';
import { openEmpty, openMigrated } from './scratch.ts';

test('the migrations produce the schema of the entities', async () => {
  expect(await drift(await openMigrated())).toEqual([]);
});

test('migrations can be reverted and run again', async () => {
  const { database } = await openEmpty();
  await migrate(database);

  for (const _ of model.migrations) await database.dataSource.undoLastMigration({ transaction: 'all' });
  expect(await tablesOf(database)).toEqual([]);
  expect(await isMigrated(database)).toBe(false);

  expect(await migrate(database)).toHaveLength(model.migrations.length);
  expect(await drift(database)).toEqual([]);
});

/** The tables that the migrations have created. */
async function tablesOf({ dataSource }: Database): Promise<string[]> {
  const names = model.entities.map(({ options }) => options.tableName ?? '');
  const runner = dataSource.createQueryRunner();
  try {
    const found = await Promise.all(names.map((name) => runner.hasTable(name)));
    return names.filter((_, index) => found[index]);
  } finally {
    await runner.release();
  }
}
