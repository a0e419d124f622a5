import type { Command } from 'commander';
import { z } from 'zod';
import { apiKeyFields } from '../../accounts/api-key/api-key.inputs.ts';
import { apiKeys, issueApiKey, revokeKey } from '../../accounts/api-key/api-key.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import { StartFailure } from '../process/process.ts';
import { inTransaction, onMigratedDatabase, requireAccount } from './command-database.ts';
import { checked } from './options.ts';

export function addKeys(program: Command): void {
  const key = program.command('key').description('Manage API keys.');

  key
    .command('create')
    .description('Create an API key. Its secret is shown only once.')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--name <name>', 'the name of the key')
    .option('--scopes <list>', 'comma-separated scopes of the key: read,write,redeem,send,admin', 'read')
    .option('--expires <date>', 'the expiry of the key, an ISO 8601 date (default: none)')
    .action(({ account, name, scopes, expires }: Record<string, string>) =>
      inTransaction(async (transaction) => {
        const given = { name, scopes: scopes?.toUpperCase().split(','), expiresAt: expires && expiryOf(expires) };
        const input = checked(z.object(apiKeyFields), given);
        const accountId = await requireAccount(transaction, account);
        const { key, secret } = await issueApiKey(transaction, { ...input, accountId });
        return `Key     ${key.id}\nSecret  ${secret}`;
      }),
    );

  key
    .command('list')
    .description('List the API keys of an account.')
    .requiredOption('--account <id>', 'the account')
    .action(({ account }: { account: string }) =>
      onMigratedDatabase(async (database) => {
        const accountId = await requireAccount(database, account);
        const found = await findRows(database, apiKeys, { accountId }, { order: { createdAt: 'ASC' } });
        const rows = found.map(({ id, name, scopeList: scopes, expiresAt, lastUsedAt, revokedAt }) => {
          return { id, name, scopes, expiresAt, lastUsedAt, revokedAt };
        });
        console.table(rows);
      }),
    );

  key
    .command('revoke')
    .description('Revoke an API key. Running servers reject it within 5 seconds.')
    .argument('<id>', 'the id of the key')
    .action((id: string) =>
      inTransaction(async (transaction) => {
        await revokeKey(transaction, { id });
        return `Revoked ${id}`;
      }),
    );
}

function expiryOf(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || date <= new Date())
    throw new StartFailure('--expires must be an ISO 8601 date in the future');
  return toInstant(date);
}
