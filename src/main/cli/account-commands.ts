import type { Command } from 'commander';
import { z } from 'zod';
import { accountFields } from '../../accounts/account/account.inputs.ts';
import { addAccount } from '../../accounts/account/account.ts';
import { issueApiKey } from '../../accounts/api-key/api-key.ts';
import { scopes } from '../../kernel/api/scope.ts';
import { onMigratedDatabase } from './command-database.ts';
import { checked } from './options.ts';

export function addAccounts(program: Command): void {
  const account = program.command('account').description('Accounts.');

  account
    .command('create')
    .description('Create an account with a first key that may do everything; its secret is shown this once.')
    .requiredOption('--name <name>', 'what it is called')
    .option('--domain <domain>', 'the internet domain of default sender addresses')
    .option('--timezone <zone>', 'IANA name')
    .action((options: unknown) =>
      onMigratedDatabase(async (database) => {
        const input = checked(z.object(accountFields), options);
        const { id, key, secret } = await database.transaction(async (transaction) => {
          const { id } = await addAccount(transaction, input);
          return { id, ...(await issueApiKey(transaction, { accountId: id, name: 'First key', scopes })) };
        });
        console.log(`Account ${id}\nKey     ${key.id}\nSecret  ${secret}`);
      }),
    );
}
