import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { type Timeouts, timeoutOfCallers } from '../../src/kernel/database/engines/timeout.ts';
import { migrate } from '../../src/kernel/database/migration.ts';
// Fills the extension points for tests that use nouns without the schema.
import '../../src/main/registries/extensions.ts';
import { model } from '../../src/main/registries/tables.ts';

export type Engine = 'sqlite' | 'mysql' | 'mariadb';

declare module 'vitest' {
  interface ProvidedContext {
    engine: Engine;
    /** The URL of the server, or for SQLite, a directory that is deleted after the run. */
    serverUrl: string;
    /** Whether hostile tests try all values, and storms have their whole load. */
    isThorough: boolean;
  }
}

/**
 * Limits for tests in which many calls run at once in the process of the test, on a machine that may be busy. Tests of the
 * limits themselves use those of production.
 */
export const timeoutOfTests: Timeouts = {
  ...timeoutOfCallers,
  connectionMilliseconds: 60_000,
  lockSeconds: 10,
};

/** By server: the migrated database that the test files of this process share, and the returned databases. */
const shared = new Map<string, Promise<string>>();
const free = new Map<string, string[]>();
let made = 0;

/**
 * Returns the URL of a migrated database. On MySQL and MariaDB, all test files of a process use the same database, one
 * after another, because each test has its own accounts. On SQLite, each file has a copy.
 */
export async function migratedDatabaseUrl(engine: Engine, serverUrl: string): Promise<string> {
  const url = shared.get(serverUrl) ?? makeMigratedDatabase(engine, serverUrl);
  shared.set(serverUrl, url);
  return engine === 'sqlite' ? copyOf(await url, serverUrl) : url;
}

/**
 * Returns the URL of a migrated database without data, which no other file uses until the caller returns it. A server
 * takes a second to create a database, so a returned database is emptied and used again.
 */
export async function takeDatabase(engine: Engine, serverUrl: string): Promise<string> {
  if (engine === 'sqlite') return migratedDatabaseUrl(engine, serverUrl);
  const url = free.get(serverUrl)?.pop();
  if (!url) return makeMigratedDatabase(engine, serverUrl);
  await empty(url);
  return url;
}

export function giveBackDatabase(serverUrl: string, url: string): void {
  if (!url.startsWith('sqlite:')) free.set(serverUrl, [...(free.get(serverUrl) ?? []), url]);
}

async function makeMigratedDatabase(engine: Engine, serverUrl: string): Promise<string> {
  made += 1;
  const url = await makeDatabase(engine, serverUrl, `campaigns_test_${process.env.VITEST_POOL_ID}_${made}`);
  const database = await openDatabase(url, model);
  await migrate(database);
  await database.close();
  return url;
}

/** Deletes all rows except for those of migrations, and resets the sequences and the chain of the audit log. */
async function empty(url: string): Promise<void> {
  const tables = model.entities
    .map(({ options }) => String(options.tableName))
    .filter((table) => table !== 'sequences' && table !== 'audit_chains');
  const statements = [
    'SET foreign_key_checks = 0',
    ...tables.map((table) => `DELETE FROM ${table}`),
    `DELETE FROM sequences WHERE name LIKE 'log gap %' OR name LIKE 'removed %' OR name IN ('restored', 'installation')`,
    'UPDATE sequences SET value = 0, reserved_at = NULL',
    `UPDATE audit_chains SET last = 0, last_hash = '', pruned = 0, pruned_hash = '', seal = ''`,
  ];
  const connection = await createConnection({ uri: url.replace(/^mariadb:/, 'mysql:'), multipleStatements: true });
  await connection.query(statements.join('; '));
  await connection.end();
}

async function copyOf(template: string, directory: string): Promise<string> {
  const copy = databaseUrl('sqlite', directory, `test-${crypto.randomUUID()}`);
  await copyFile(template.slice('sqlite:'.length), copy.slice('sqlite:'.length));
  return copy;
}

/** Returns the URL of a new, empty database. */
export function emptyDatabaseUrl(engine: Engine, serverUrl: string): Promise<string> {
  return makeDatabase(engine, serverUrl, `empty_${crypto.randomUUID().replaceAll('-', '')}`);
}

async function makeDatabase(engine: Engine, serverUrl: string, name: string): Promise<string> {
  const url = databaseUrl(engine, serverUrl, name);
  if (engine === 'sqlite') {
    await mkdir(serverUrl, { recursive: true });
    await rm(url.slice('sqlite:'.length), { force: true });
  } else {
    const connection = await createConnection(serverUrl.replace(/^mariadb:/, 'mysql:'));
    await connection.query(`DROP DATABASE IF EXISTS ${name}`);
    await connection.query(`CREATE DATABASE ${name}`);
    await connection.end();
  }
  return url;
}

function databaseUrl(engine: Engine, serverUrl: string, name: string): string {
  return engine === 'sqlite'
    ? `sqlite:${path.join(serverUrl, `${name}.sqlite`)}`
    : `${serverUrl.replace(/\/+$/, '')}/${name}`;
}
