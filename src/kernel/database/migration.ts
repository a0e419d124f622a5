import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { isConflict } from './failures.ts';

/** How long to wait for another process that migrates. */
const patienceMilliseconds = 120_000;

/**
 * Runs the migrations that are pending and answers their names. Several processes may start at once: on a server one
 * holds a named lock, on SQLite the file itself is locked, and the others find nothing left to do.
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

/** Whether every migration has run. */
export async function isMigrated(database: Database): Promise<boolean> {
  return !(await database.dataSource.showMigrations());
}

/** Whoever holds the file looks for what is pending and runs it, before another one can look. */
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
