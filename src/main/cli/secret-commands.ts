import type { Command } from 'commander';
import { sealChain } from '../../audit/audit-chain.ts';
import type { Database } from '../../kernel/database/database.ts';
import { secretsOf } from '../process/app-secret.ts';
import { readEnv } from '../process/env.ts';
import { StartFailure } from '../process/process.ts';
import { sealedColumns } from '../registries/tables.ts';
import { onMigratedDatabase } from './command-database.ts';
import { reseal } from './secret-rotation.ts';

export function addRotateSecrets(program: Command): void {
  program
    .command('secrets')
    .description('Manage encrypted values in the database.')
    .command('rotate')
    .description(
      'Re-encrypt under APP_SECRET all values encrypted under PREVIOUS_APP_SECRETS. The previous secrets are then no longer needed.',
    )
    .action(() => onMigratedDatabase(rotate));
}

async function rotate(database: Database): Promise<void> {
  const secrets = await secretsOf(readEnv());
  const done: { table: string; sealed: number; unknown: number }[] = [];
  for (const columns of sealedColumns) {
    done.push({ table: columns.schema.options.tableName ?? '', ...(await reseal(database, secrets, columns)) });
  }
  await sealChain(database, secrets);
  for (const { table, sealed } of done) console.log(`${table}: ${sealed} re-encrypted`);
  const unknown = done.reduce((sum, table) => sum + table.unknown, 0);
  if (unknown > 0)
    throw new StartFailure(`Values encrypted under a secret that is not in PREVIOUS_APP_SECRETS: ${unknown}`);
}
