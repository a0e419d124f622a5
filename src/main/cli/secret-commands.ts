import type { Command } from 'commander';
import type { Database } from '../../kernel/database/database.ts';
import { reseal } from '../../kernel/database/resealing.ts';
import { secretsOf } from '../process/app-secret.ts';
import { readEnv } from '../process/env.ts';
import { StartFailure } from '../process/process.ts';
import { sealedColumns } from '../registries/tables.ts';
import { onMigratedDatabase } from './command-database.ts';

/** Adds `secrets rotate`. */
export function addRotateSecrets(program: Command): void {
  program
    .command('secrets')
    .description('What is stored encrypted.')
    .command('rotate')
    .description('Encrypt under APP_SECRET what is stored under one of PREVIOUS_APP_SECRETS, which is then not needed.')
    .action(() => onMigratedDatabase(rotate));
}

async function rotate(database: Database): Promise<void> {
  const secrets = await secretsOf(readEnv());
  const done: { table: string; sealed: number; unknown: number }[] = [];
  for (const columns of sealedColumns) {
    done.push({ table: columns.schema.options.tableName ?? '', ...(await reseal(database, secrets, columns)) });
  }
  for (const { table, sealed } of done) console.log(`${table}: ${sealed} encrypted anew`);
  const unknown = done.reduce((sum, table) => sum + table.unknown, 0);
  if (unknown > 0)
    throw new StartFailure(`${unknown} are encrypted under a secret that is not among PREVIOUS_APP_SECRETS`);
}
