import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Argument, type Command, Option } from 'commander';
import { readEnv } from '../env.ts';
import { type ExportType, exportRows } from '../files/export.ts';
import { formatted } from '../files/formats.ts';
import { importCodes } from '../files/import.ts';
import { onMigratedDatabase } from './on-database.ts';

export function addExport(program: Command): void {
  program
    .command('export')
    .description('Write records of an account to a file or to standard output.')
    .addArgument(new Argument('<type>', 'what to export').choices(['sessions', 'codes', 'events']))
    .requiredOption('--account <id>', 'the account')
    .option('--coupon <id>', 'only records of this coupon')
    .addOption(new Option('--format <format>', 'how to write it').choices(['csv', 'jsonl']).default('csv'))
    .option('--out <file>', 'where to write it; standard output unless told')
    .action((type: string, { account, coupon, format, out }: Record<string, string | undefined>) =>
      onMigratedDatabase(async (database) => {
        const kind = type.toUpperCase() as ExportType;
        const request = { type: kind, accountId: account ?? '', coupon: coupon ?? null, from: null, to: null };
        const env = readEnv();
        const pages = exportRows(database, request, env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`);
        const target = out ? createWriteStream(out) : process.stdout;
        await pipeline(formatted(pages, kind, format === 'jsonl' ? 'JSONL' : 'CSV'), target, { end: Boolean(out) });
      }),
    );
}

export function addImport(program: Command): void {
  program
    .command('import')
    .description('Add validation codes to the pool of a coupon: one a line, or in the first column of CSV.')
    .addArgument(new Argument('<type>', 'what to import').choices(['codes']))
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--coupon <id>', 'the coupon')
    .argument('<file>', 'the file')
    .action((_type: string, file: string, { account = '', coupon = '' }: Record<string, string>) =>
      onMigratedDatabase(async (database) => {
        for await (const entry of importCodes(database, account, coupon, createReadStream(file))) {
          console.log(
            'line' in entry
              ? `line ${entry.line}: ${entry.reason} ${entry.code}`
              : `${entry.imported} imported, ${entry.skipped} skipped`,
          );
        }
      }),
    );
}
