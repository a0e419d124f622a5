import { removedAccounts } from '../../accounts/account/removed-account.ts';
import type { Database } from '../../kernel/database/database.ts';
import { removeOutbox } from './outbox.ts';

/**
 * Removes the captured messages of accounts that were removed, and returns the number of accounts that had some. Each
 * process does so, because each may have a directory of its own.
 */
export async function pruneOutbox(database: Database, dataDirectory: string): Promise<number> {
  let pruned = 0;
  for (const accountId of await removedAccounts(database))
    if (await removeOutbox(dataDirectory, accountId)) pruned += 1;
  return pruned;
}
