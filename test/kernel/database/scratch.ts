import { inject, onTestFinished } from 'vitest';
import type { Database, Model } from '../../../src/kernel/database/database.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { model } from '../../../src/main/registries/tables.ts';
import {
  emptyDatabaseUrl,
  giveBackDatabase,
  migratedDatabaseUrl,
  takeDatabase,
  timeoutOfTests,
} from '../../support/database.ts';

/** Opens the shared migrated database of this engine until the test ends. */
export async function openMigrated(): Promise<Database> {
  return openUntilFinished(await migratedDatabaseUrl(inject('engine'), inject('serverUrl')));
}

/** Opens a migrated database without data that no other test uses until the test ends. */
export async function openOwn(): Promise<{ database: Database; url: string }> {
  const serverUrl = inject('serverUrl');
  const url = await takeDatabase(inject('engine'), serverUrl);
  onTestFinished(() => giveBackDatabase(serverUrl, url));
  return { database: await openUntilFinished(url), url };
}

/** Creates and opens a database without tables, by default for the migrations of the service. It is removed when the test ends. */
export async function openEmpty(of: Model = model): Promise<{ database: Database; url: string }> {
  const url = await emptyDatabaseUrl(inject('engine'), inject('serverUrl'));
  const database = await openUntilFinished(url, of, async (opened) => {
    if (opened.dialect.name === 'mysql') await opened.dataSource.dropDatabase();
  });
  return { database, url };
}

async function openUntilFinished(url: string, of = model, before = async (_: Database) => {}): Promise<Database> {
  const database = await openDatabase(url, of, timeoutOfTests);
  onTestFinished(async () => {
    await before(database);
    await database.close();
  });
  return database;
}
