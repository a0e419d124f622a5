import { accounts } from '../../accounts/account/account.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { hasRow } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { openConfiguredDatabase, requireMigrations } from '../process/configured-database.ts';
import { readEnv } from '../process/env.ts';
import { StartFailure } from '../process/process.ts';

export async function onDatabase(action: (database: Database) => Promise<void>, { reads = false } = {}): Promise<void> {
  const { background: database } = await openConfiguredDatabase(readEnv(), { reads });
  try {
    await action(database);
  } catch (error) {
    throw error instanceof Problem ? new StartFailure(error.message) : error;
  } finally {
    await database.close();
  }
}

export function onMigratedDatabase(
  action: (database: Database) => Promise<void>,
  { reads = false } = {},
): Promise<void> {
  return onDatabase(
    async (database) => {
      await requireMigrations(database);
      await action(database);
    },
    { reads },
  );
}

/** Runs an action that writes nothing. It also works on a replica. */
export function onReadDatabase(action: (database: Database) => Promise<void>): Promise<void> {
  return onMigratedDatabase(action, { reads: true });
}

/** Runs a change in a transaction, and prints what it returns. */
export function inTransaction(change: (transaction: Transaction) => Promise<string>): Promise<void> {
  return onMigratedDatabase(async (database) => console.log(await database.transaction(change)));
}

/** Without this check, a misspelt id would read as an account that is empty. */
export async function requireAccount(connection: Connection, id = ''): Promise<string> {
  if (!(await hasRow(connection, accounts, { id }))) throw new Problem('ACCOUNT_NOT_FOUND');
  return id;
}
