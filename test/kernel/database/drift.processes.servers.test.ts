import { expect, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { isMigrated, migrate } from '../../../src/kernel/database/migration.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { Program, startServer } from '../../support/processes.ts';
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

test('simultaneous processes migrate a database once', async () => {
  const { database, url } = await openEmpty();

  const programs = Array.from({ length: 4 }, () => new Program('cli.ts', ['migrate'], { DATABASE_URL: url }));
  const endings = await Promise.all(programs.map(({ ended }) => ended));

  expect(endings.map(({ code, errors }) => ({ code, errors }))).toEqual(endings.map(() => ({ code: 0, errors: '' })));
  const outputs = endings.map(({ output }) => output.trim());
  expect(outputs.filter((output) => output.startsWith('Ran '))).toHaveLength(1);
  expect(outputs.filter((output) => output === 'Nothing to do')).toHaveLength(3);
  expect(await isMigrated(database)).toBe(true);
  expect(await drift(database)).toEqual([]);
});

test('servers that start simultaneously on an empty database all serve', async () => {
  const { url } = await openEmpty();

  const servers = await Promise.all([startServer(url), startServer(url)]);

  for (const server of servers) {
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await server.program.stop()).code).toBe(0);
  }
});

/** The statements that would change the database into the schema of the entities. */
async function drift({ dataSource }: Database): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

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
