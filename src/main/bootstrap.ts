import { firstAccount } from '../accounts/account/first-account.ts';
import { apiKeys, issueApiKey } from '../accounts/api-key/api-key.ts';
import { scopes } from '../api/scope.ts';
import type { Database } from '../kernel/database/database.ts';
import { hasRow } from '../kernel/database/rows.ts';

/** Creates the first account and its admin key if they do not exist. */
export async function bootstrap(database: Database, pair: string): Promise<void> {
  const [id = '', secret = ''] = pair.split(/:(.*)/s);
  await database.transaction(async (transaction) => {
    if (await hasRow(transaction, apiKeys, { id })) return;
    const account = await firstAccount(transaction);
    await issueApiKey(transaction, { accountId: account.id, name: 'Bootstrap', scopes, id, secret });
  });
}
