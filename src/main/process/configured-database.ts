import type { Database } from '../../kernel/database/database.ts';
import { type WrongSetup, wrongSetups } from '../../kernel/database/engines/cluster/wrong-setup.ts';
import { openDatabase } from '../../kernel/database/engines/database-url.ts';
import { timeoutOfCallers } from '../../kernel/database/engines/timeout.ts';
import { isMigrated, MigrationUnderWay, migrate } from '../../kernel/database/migration.ts';
import { model } from '../registries/tables.ts';
import type { Env } from './env.ts';
import { StartFailure } from './process.ts';

/** Opens the database. Throws if its setup is wrong. With `reads`, it may be a replica. */
export async function openConfiguredDatabase(env: Env, { reads = false } = {}): Promise<Database> {
  const allowed = [...env.ALLOW_UNSAFE_DATABASE, ...(reads ? (['read-only', 'several-writers'] as const) : [])];
  const opened = await tryToOpen(env, allowed).catch((error: unknown) => {
    throw new StartFailure(`Cannot open DATABASE_URL: ${error instanceof Error ? error.message : error}`);
  });
  if (typeof opened === 'string') throw problemOf(opened);
  return opened;
}

async function tryToOpen(env: Env, allowed: readonly WrongSetup[]): Promise<Database | WrongSetup> {
  const { databaseUrl: url, READ_DATABASE_URL: replicaUrl } = env;
  if (url.startsWith('sqlite:')) return openDatabase(url, model);
  const { findWrongSetup } = await import('../../kernel/database/engines/cluster/setup-checks.ts');
  return (await findWrongSetup(url, allowed)) ?? openDatabase(url, model, timeoutOfCallers, replicaUrl);
}

function problemOf(setup: WrongSetup): StartFailure {
  const allowing = setup === 'no-quorum' ? '' : ` To insist, set ALLOW_UNSAFE_DATABASE=${setup}.`;
  return new StartFailure(`Cannot use DATABASE_URL: ${wrongSetups[setup]}${allowing}`);
}

export async function runMigrations(database: Database): Promise<string[]> {
  try {
    return await migrate(database);
  } catch (error) {
    throw error instanceof MigrationUnderWay ? new StartFailure(error.message) : error;
  }
}

export async function requireMigrations(database: Database): Promise<void> {
  if (!(await isMigrated(database))) throw new StartFailure('The database is not migrated: run npm run migrate');
}
