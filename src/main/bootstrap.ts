import { accounts, addAccount } from '../accounts/account/account.ts';
import { apiKeys, issueApiKey } from '../accounts/api-key/api-key.ts';
import { scopes } from '../kernel/api/scope.ts';
import type { Database } from '../kernel/database/database.ts';

/** Creates the key of `BOOTSTRAP_API_KEY` as an admin key of the first account. Both are created only if absent. */
export async function bootstrap(database: Database, pair: string): Promise<void> {
  const [id = '', secret = ''] = pair.split(/:(.*)/s);
  await database.transaction(async (transaction) => {
    if (await transaction.manager.existsBy(apiKeys, { id })) return;
    const [first] = await transaction.manager.find(accounts, { order: { createdAt: 'ASC', id: 'ASC' }, take: 1 });
    const account = first ?? (await addAccount(transaction, { name: 'Main account' }));
    await issueApiKey(transaction, { accountId: account.id, name: 'Bootstrap', scopes, id, secret });
  });
}
