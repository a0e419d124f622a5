import { setTimeout as sleep } from 'node:timers/promises';
import { MigrationExecutor, type QueryRunner } from 'typeorm';
import type { Database } from './database.ts';
import { MigrationLock, MigrationLockLost, migrationLockTable } from './engines/migration-lock.ts';
import { isConflict } from './failures.ts';
import { journal } from './migration-steps.ts';

const timeoutMilliseconds = 120_000;

/**
 * While the migration waits, other statements on the table wait too. So keep this far below the time in which callers
 * get a response.
 */
const waitingShortly = 'SET SESSION lock_wait_timeout = 2';

export class MigrationUnderWay extends Error {
  constructor(milliseconds: number) {
    super(
      `Another process has been migrating the database for ${milliseconds / 1000} s. Start again when it has ended.`,
    );
  }
}

/**
 * Migrates the database. If several processes start at once, one of them migrates. If it is killed, the next one
 * continues with the first step that is not done.
 */
export async function migrate(database: Database, timeout = timeoutMilliseconds, lease?: number): Promise<string[]> {
  if (database.dialect.name !== 'sqlite') return migrateServer(database, timeout, lease);
  return migrateSqlite(database.dataSource.createQueryRunner(), timeout);
}

export async function isMigrated(database: Database): Promise<boolean> {
  return (await new MigrationExecutor(database.dataSource).getPendingMigrations()).length === 0;
}

async function migrateServer(database: Database, timeout: number, lease?: number): Promise<string[]> {
  const runner = database.dataSource.createQueryRunner();
  const lock = new MigrationLock(runner, lease);
  let isFinished = false;
  try {
    await untilLocked(timeout, async () => {
      isFinished = await isDone(runner);
      return isFinished || lock.take();
    });
    if (isFinished) return [];
    await runner.query(waitingShortly);
    const done = await runMigrations(runner);
    if (await runner.hasTable(journal)) await runner.dropTable(journal);
    isFinished = true;
    return done;
  } catch (error) {
    if (!(error instanceof MigrationLockLost)) throw error;
  } finally {
    await lock.end(isFinished).catch(() => undefined);
    await discard(runner);
  }
  return migrateServer(database, timeout, lease);
}

async function isDone(runner: QueryRunner): Promise<boolean> {
  for (const table of [journal, migrationLockTable]) if (await runner.hasTable(table)) return false;
  if (!(await runner.hasTable('migrations'))) return false;
  return (await new MigrationExecutor(runner.dataSource, runner).getPendingMigrations()).length === 0;
}

/**
 * Locks the file first, and runs all migrations in one transaction: if the process is killed, none has taken effect.
 */
async function migrateSqlite(runner: QueryRunner, timeout: number): Promise<string[]> {
  await untilLocked(timeout, () =>
    runner.query('BEGIN IMMEDIATE').then(
      () => true,
      (error) => {
        if (isConflict(error)) return false;
        throw error;
      },
    ),
  );
  try {
    const done = await runMigrations(runner);
    await runner.query('COMMIT');
    return done;
  } catch (error) {
    await runner.query('ROLLBACK');
    throw error;
  }
}

async function untilLocked(timeout: number, tryToLock: () => Promise<boolean>): Promise<void> {
  for (const began = Date.now(); !(await tryToLock()); ) {
    if (Date.now() - began > timeout) throw new MigrationUnderWay(timeout);
    await sleep(100 + Math.random() * 400);
  }
}

/**
 * Runs migrations without starting a transaction: servers cannot change tables in one, and SQLite is already in one.
 */
async function runMigrations(runner: QueryRunner): Promise<string[]> {
  const executor = new MigrationExecutor(runner.dataSource, runner);
  executor.transaction = 'none';
  const done = await executor.executePendingMigrations();
  return done.map((migration) => migration.name);
}

/** Closes the connection, because its session settings differ from those of the pool. */
async function discard(runner: QueryRunner): Promise<void> {
  const connection = await runner.connect().catch(() => null);
  connection?.destroy();
  await runner.release();
}
