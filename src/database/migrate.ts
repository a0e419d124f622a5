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
    return await runMigrations(database);
  } finally {
    await runner.query(`SELECT RELEASE_LOCK(CONCAT('migrate:', LEFT(DATABASE(), 50)))`);
    await runner.release();
  }
}

/** Whether every migration has run. */
export async function isMigrated(database: Database): Promise<boolean> {
  return !(await database.dataSource.showMigrations());
}

async function migrateSqlite(database: Database): Promise<string[]> {
  for (const began = Date.now(); ; ) {
    try {
      return await runMigrations(database);
    } catch (error) {
      const raced = isConflict(error) || /already exists/.test(String(error));
      if (!raced || Date.now() - began > patienceMilliseconds) throw error;
      await sleep(100 + Math.random() * 400);
    }
  }
}

async function runMigrations(database: Database): Promise<string[]> {
  const done = await database.dataSource.runMigrations({ transaction: 'all' });
  return done.map((migration) => migration.name);
}
