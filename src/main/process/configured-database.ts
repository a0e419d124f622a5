import type { Database } from '../../kernel/database/database.ts';
import { openDatabase } from '../../kernel/database/engines/database-url.ts';
import { isMigrated, MigrationUnderWay, migrate } from '../../kernel/database/migration.ts';
import { model } from '../registries/tables.ts';
import type { Env } from './env.ts';
import { StartFailure } from './process.ts';

export async function openConfiguredDatabase(env: Env): Promise<Database> {
  try {
    return await openDatabase(env.databaseUrl, model);
  } catch (error) {
    throw new StartFailure(`Cannot open DATABASE_URL: ${error instanceof Error ? error.message : error}`);
  }
}

/** Runs the pending migrations and returns their names. */
export async function runMigrations(database: Database): Promise<string[]> {
  try {
    return await migrate(database);
  } catch (error) {
    throw error instanceof MigrationUnderWay ? new StartFailure(error.message) : error;
  }
}

/** Ends a process that does not migrate itself if migrations are pending. */
export async function requireMigrations(database: Database): Promise<void> {
  if (!(await isMigrated(database))) throw new StartFailure('The database is not migrated: run npm run migrate');
}
