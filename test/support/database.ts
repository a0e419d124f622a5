import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../src/kernel/database/migration.ts';
// Tests that use nouns without the schema need what is added to them too.
import '../../src/main/registries/extensions.ts';
import { model } from '../../src/main/registries/tables.ts';

export type Engine = 'sqlite' | 'mysql' | 'mariadb';

declare module 'vitest' {
  interface ProvidedContext {
    engine: Engine;
    /** The server's URL; for SQLite a directory that lives as long as the run. */
    serverUrl: string;
  }
}

/** The migrated database of this process, for each server. */
const migrated = new Map<string, Promise<string>>();

/**
 * The address of a migrated database. Accounts keep tests apart, so on servers all test files of a process use the same
 * one, one file after another. On SQLite each file gets a copy.
 */
export async function migratedDatabaseUrl(engine: Engine, serverUrl: string): Promise<string> {
  const url = migrated.get(serverUrl) ?? makeMigratedDatabase(engine, serverUrl);
  migrated.set(serverUrl, url);
  return engine === 'sqlite' ? copyOf(await url, serverUrl) : url;
}

async function makeMigratedDatabase(engine: Engine, serverUrl: string): Promise<string> {
  const url = await makeDatabase(engine, serverUrl, `campaigns_test_${process.env.VITEST_POOL_ID}`);
  const database = await openDatabase(url, model);
  await migrate(database);
  await database.close();
  return url;
}

async function copyOf(template: string, directory: string): Promise<string> {
  const copy = databaseUrl('sqlite', directory, `test-${crypto.randomUUID()}`);
  await copyFile(template.slice('sqlite:'.length), copy.slice('sqlite:'.length));
  return copy;
}

/** The address of a new, empty database. */
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
