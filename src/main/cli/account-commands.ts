import type { Command } from 'commander';
import { z } from 'zod';
import { accountFields } from '../../accounts/account/account.inputs.ts';
import { addAccount } from '../../accounts/account/account.ts';
import { issueApiKey } from '../../accounts/api-key/api-key.ts';
import { scopes } from '../../kernel/api/scope.ts';
import { onMigratedDatabase } from './command-database.ts';
import { checked } from './options.ts';

export function addAccounts(program: Command): void {
  const account = program.command('account').description('Manage accounts.');

  account
    .command('create')
    .description(
      'Create an account and its first API key, which has all scopes. The secret of the key is shown only once.',
    )
    .requiredOption('--name <name>', 'the name of the account')
    .option('--domain <domain>', 'the internet domain of default sender addresses')
    .option('--timezone <zone>', 'the IANA name of the time zone')
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
