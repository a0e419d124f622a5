import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { isConflict } from './failures.ts';

/** How long to wait while another process migrates. */
const patienceMilliseconds = 120_000;

/**
 * Runs the pending migrations and returns their names. Several processes may start at once: on a server one holds a
 * named lock, on SQLite one locks the file, and the others find no pending migrations afterwards.
 */
export async function migrate(database: Database): Promise<string[]> {
  if (database.dialect.name === 'sqlite') return migrateSqlite(database);
  const runner = database.dataSource.createQueryRunner();
  try {
    await runner.query(`SELECT GET_LOCK(CONCAT('migrate:', LEFT(DATABASE(), 50)), ${patienceMilliseconds / 1000})`);
    return await runMigrations(database, 'all');
  } finally {
    await runner.query(`SELECT RELEASE_LOCK(CONCAT('migrate:', LEFT(DATABASE(), 50)))`);
    await runner.release();
  }
}

/** Returns whether every migration has run. */
export async function isMigrated(database: Database): Promise<boolean> {
  return !(await database.dataSource.showMigrations());
}

/** Locks the file before it looks for pending migrations, so that only one process runs them. */
async function migrateSqlite(database: Database): Promise<string[]> {
  for (const began = Date.now(); ; ) {
    try {
      await database.dataSource.query('BEGIN IMMEDIATE');
      break;
    } catch (error) {
      if (!isConflict(error) || Date.now() - began > patienceMilliseconds) throw error;
      await sleep(100 + Math.random() * 400);
    }
  }
  try {
    const done = await runMigrations(database, 'none');
    await database.dataSource.query('COMMIT');
    return done;
  } catch (error) {
    await database.dataSource.query('ROLLBACK');
    throw error;
  }
}

async function runMigrations(database: Database, transaction: 'all' | 'none'): Promise<string[]> {
  const done = await database.dataSource.runMigrations({ transaction });
  return done.map((migration) => migration.name);
}
