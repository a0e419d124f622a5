import type { Database } from '../../kernel/database/database.ts';
import { isMigrated } from '../../kernel/database/migration.ts';
import { Problem } from '../../kernel/problem.ts';
import { readEnv } from '../process/env.ts';
import { openConfiguredDatabase, StartFailure } from '../process/process.ts';

/** Runs the action of a command on the database, and reports a problem in one line. */
export async function onDatabase(action: (database: Database) => Promise<void>): Promise<void> {
  const database = await openConfiguredDatabase(readEnv());
  try {
    await action(database);
  } catch (error) {
    throw error instanceof Problem ? new StartFailure(error.message) : error;
  } finally {
    await database.close();
  }
}

export function onMigratedDatabase(action: (database: Database) => Promise<void>): Promise<void> {
  return onDatabase(async (database) => {
    if (!(await isMigrated(database))) throw new StartFailure('The database is not migrated: run npm run migrate');
    await action(database);
  });
}
