import type { Command } from 'commander';
import { z } from 'zod';
import { accountFields } from '../../accounts/account/account.inputs.ts';
import { type Account, accountRow, addAccount } from '../../accounts/account/account.ts';
import { removalTime } from '../../accounts/account/account-retention.ts';
import { issueApiKey } from '../../accounts/api-key/api-key.ts';
import { close, reopen } from '../../accounts/closing/account-closing.ts';
import { beginRemoval } from '../../accounts/closing/account-removal.ts';
import { scopes } from '../../api/scope.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { writeAccount } from '../move/account-folder.ts';
import { readEnv } from '../process/env.ts';
import { StartFailure } from '../process/process.ts';
import { publicUrlOf } from '../process/public-url.ts';
import { inTransaction, onReadDatabase } from './command-database.ts';
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
      inTransaction(async (transaction) => {
        const { id } = await addAccount(transaction, checked(z.object(accountFields), options));
        const { key, secret } = await issueApiKey(transaction, { accountId: id, name: 'First key', scopes });
        return `Account ${id}\nKey     ${key.id}\nSecret  ${secret}`;
      }),
    );

  account
    .command('close')
    .description(
      'Close an account and all accounts below it. They stop working and send nothing. Their data is kept for CLOSED_KEPT_DAYS.',
    )
    .argument('<id>', 'the id of the account')
    .requiredOption('--name <name>', 'the name of the account, as a confirmation')
    .action((id: string, { name }: { name: string }) =>
      changing(id, async (transaction, found) => {
        requireName(found, name);
        const closed = await close(transaction, found);
        const at = removalTime(closed, readEnv().CLOSED_KEPT_DAYS);
        return `Account ${id} is closed. It will be removed after ${at} UTC.`;
      }),
    );

  account
    .command('remove')
    .description(
      'Remove a closed account and all accounts below it now, with all their data. They can no longer be reopened. A worker removes them in the background.',
    )
    .argument('<id>', 'the id of the account')
    .requiredOption('--name <name>', 'the name of the account, as a confirmation')
    .action((id: string, { name }: { name: string }) =>
      changing(id, async (transaction, found) => {
        requireName(found, name);
        await beginRemoval(transaction, found);
        return `Account ${id} is being removed.`;
      }),
    );

  account
    .command('export')
    .description(
      'Write everything that an account stores to files of JSON lines, without secrets. Also works for a closed account.',
    )
    .argument('<id>', 'the id of the account')
    .requiredOption('--to <folder>', 'the folder to write, which must not contain anything')
    .action((id: string, { to }: { to: string }) =>
      onReadDatabase(async (database) => {
        const publicUrl = publicUrlOf(readEnv());
        for await (const { file, rows } of writeAccount(database, { id, folder: to, publicUrl }))
          console.log(`${file}: ${rows}`);
      }),
    );

  account
    .command('reopen')
    .description('Reopen a closed account, and all accounts that were closed with it.')
    .argument('<id>', 'the id of the account')
    .action((id: string) =>
      changing(id, async (transaction, found) => {
        await reopen(transaction, found);
        return `Account ${id} is open.`;
      }),
    );
}

function requireName(account: Account, name: string): void {
  if (account.name !== name) throw new StartFailure('--name is not the name of the account');
}

function changing(id: string, change: (transaction: Transaction, account: Account) => Promise<string>): Promise<void> {
  return inTransaction(async (transaction) => change(transaction, await lockRow(transaction, accountRow, { id })));
}
