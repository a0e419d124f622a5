import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../src/kernel/database/migration.ts';
// Tests that use nouns without the schema need what is added to them too.
import '../../src/main/registries/extensions.ts';
import { model } from '../../src/main/registries/tables.ts';

export type Engine = 'sqlite' | 'mysql' | 'mariadb';

const shared = 'campaigns_test';

/** Makes the migrated database that all test files of an engine share; on SQLite a template that each file copies. */
export async function prepareDatabase(engine: Engine, serverUrl: string): Promise<void> {
  if (engine !== 'sqlite') await recreate(serverUrl, shared);
  const database = await openDatabase(databaseUrl(engine, serverUrl, engine === 'sqlite' ? 'template' : shared), model);
  await migrate(database);
  await database.close();
}

/** The address of a migrated database. Accounts keep tests apart, so on servers all test files use the same one. */
export async function migratedDatabaseUrl(engine: Engine, serverUrl: string): Promise<string> {
  if (engine !== 'sqlite') return databaseUrl(engine, serverUrl, shared);
  const name = `test-${crypto.randomUUID()}`;
  await copyFile(path.join(serverUrl, 'template.sqlite'), path.join(serverUrl, `${name}.sqlite`));
  return databaseUrl(engine, serverUrl, name);
}

/** The address of a new, empty database. */
export async function emptyDatabaseUrl(engine: Engine, serverUrl: string): Promise<string> {
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`;
  if (engine === 'sqlite') await mkdir(serverUrl, { recursive: true });
  else await recreate(serverUrl, name);
  return databaseUrl(engine, serverUrl, name);
}

function databaseUrl(engine: Engine, serverUrl: string, name: string): string {
  return engine === 'sqlite'
    ? `sqlite:${path.join(serverUrl, `${name}.sqlite`)}`
    : `${serverUrl.replace(/\/+$/, '')}/${name}`;
}

async function recreate(serverUrl: string, name: string): Promise<void> {
  const connection = await createConnection(serverUrl.replace(/^mariadb:/, 'mysql:'));
  await connection.query(`DROP DATABASE IF EXISTS ${name}`);
  await connection.query(`CREATE DATABASE ${name}`);
  await connection.end();
}
