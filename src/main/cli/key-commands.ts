import type { Command } from 'commander';
import { z } from 'zod';
import { accounts } from '../../accounts/account/account.ts';
import { apiKeyFields } from '../../accounts/api-key/api-key.inputs.ts';
import { apiKeys, issueApiKey, revokeKey } from '../../accounts/api-key/api-key.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import { StartFailure } from '../process/process.ts';
import { onMigratedDatabase } from './command-database.ts';
import { checked } from './options.ts';

export function addKeys(program: Command): void {
  const key = program.command('key').description('API keys.');

  key
    .command('create')
    .description('Create a key; its secret is shown this once.')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--name <name>', 'what it is for')
    .option('--scopes <list>', 'what it may do: read,write,redeem,send,admin', 'read')
    .option('--expires <date>', 'when it stops working by itself: an ISO 8601 date')
    .action(({ account, name, scopes, expires }: Record<string, string>) =>
      onMigratedDatabase(async (database) => {
        const given = { name, scopes: scopes?.toUpperCase().split(','), expiresAt: expires && expiryOf(expires) };
        const input = checked(z.object(apiKeyFields), given);
        const { key, secret } = await database.transaction(async (transaction) => {
          const accountId = await requireAccount(transaction, account);
          return issueApiKey(transaction, { ...input, accountId });
        });
        console.log(`Key     ${key.id}\nSecret  ${secret}`);
      }),
    );

  key
    .command('list')
    .description('List the keys of an account.')
    .requiredOption('--account <id>', 'the account')
    .action(({ account }: { account: string }) =>
      onMigratedDatabase(async (database) => {
        const found = await database.manager.find(apiKeys, {
          where: { accountId: await requireAccount(database, account) },
          order: { createdAt: 'ASC' },
        });
        const rows = found.map(({ id, name, scopeList, expiresAt, lastUsedAt, revokedAt }) => ({
          id,
          name,
          scopes: scopeList,
          expiresAt,
          lastUsedAt,
          revokedAt,
        }));
        console.table(rows);
      }),
    );

  key
    .command('revoke')
    .description('End a key: running servers refuse it within 5 seconds.')
    .argument('<id>', 'the key')
    .action((id: string) =>
      onMigratedDatabase(async (database) => {
        await database.transaction((transaction) => revokeKey(transaction, { id }));
        console.log(`Revoked ${id}`);
      }),
    );
}

async function requireAccount({ manager }: Connection, id = ''): Promise<string> {
  if (!(await manager.existsBy(accounts, { id }))) throw new Problem('ACCOUNT_NOT_FOUND');
  return id;
}

function expiryOf(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || date <= new Date())
    throw new StartFailure('--expires must be an ISO 8601 date in the future');
  return toInstant(date);
}
