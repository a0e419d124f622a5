import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Argument, type Command, Option } from 'commander';
import { type ContactsSummary, importContacts, type SkippedContact } from '../../contacts/contact/contact-import.ts';
import { findGroup } from '../../contacts/group/contact-group.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { type ExportType, exportRows } from '../../exports/export.ts';
import { formatted } from '../../exports/export-format.ts';
import type { Database } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { Outbound } from '../../kernel/outbound/outbound.ts';
import { Problem } from '../../kernel/problem.ts';
import { type ImportSummary, importCodes } from '../../sessions/validation-code/code-import.ts';
import type { ImportError } from '../../sessions/validation-code/code-pool.ts';
import { type MoveOptions, moveAccount } from '../move/move.ts';
import { readEnv } from '../process/env.ts';
import { StartFailure } from '../process/process.ts';
import { publicUrlOf } from '../process/public-url.ts';
import { onMigratedDatabase, onReadDatabase, requireAccount } from './command-database.ts';

export function addExport(program: Command): void {
  program
    .command('export')
    .description('Write data of an account to a file or to standard output.')
    .addArgument(new Argument('<type>', 'the data to export').choices(['sessions', 'codes', 'events', 'contacts']))
    .requiredOption('--account <id>', 'the account')
    .option('--coupon <id>', 'only data of this coupon')
    .option('--group <id>', 'only contacts of this group')
    .addOption(new Option('--format <format>', 'the output format').choices(['csv', 'jsonl']).default('csv'))
    .option('--out <file>', 'the file to write (default: standard output)')
    .action((type: string, { account, coupon, group, format, out }: Record<string, string | undefined>) =>
      onReadDatabase(async (database) => {
        const kind = type.toUpperCase() as ExportType;
        const accountId = await requireAccount(database, account);
        if (coupon) await requireRow(database, couponRow, { accountId, id: coupon });
        if (group && !(await findGroup(database, { accountId, id: group })))
          throw new Problem('CONTACT_GROUP_NOT_FOUND');
        const which = { accountId, coupon: coupon ?? null, group: group ?? null };
        const request = { type: kind, ...which, from: null, to: null };
        const pages = exportRows(database, request, publicUrlOf(readEnv()));
        const target = out ? createWriteStream(out) : process.stdout;
        await pipeline(formatted(pages, kind, format === 'jsonl' ? 'JSONL' : 'CSV'), target, { end: Boolean(out) });
      }),
    );
}

export function addImport(program: Command): void {
  program
    .command('import')
    .description(
      'Add validation codes to the pool of a coupon, or contacts to a group, or move an account in from the existing product over its documented API. A file of codes has one code per line, or is CSV whose first line names a column “code”. A file of contacts is CSV with the column names in the first line. A move that was interrupted continues when the same command runs again.',
    )
    .addArgument(new Argument('<type>', 'the data to import').choices(['codes', 'contacts', 'account']))
    .argument('[file]', 'the file of codes or contacts to read')
    .option('--account <id>', 'the account')
    .option('--coupon <id>', 'the coupon to which the codes are added')
    .option('--group <id>', 'the group to which the contacts are added')
    .option('--from <address>', 'the address from which an account is moved')
    .option('--key <id:secret>', 'the API key there')
    .option('--name <name>', 'the name of a new account that receives the moved data, instead of --account')
    .option('--dry-run', 'read everything that would be moved and report, but write nothing')
    .option('--report <file>', 'also write the report of the move to this file')
    .action((type: string, file: string | undefined, options: ImportOptions) =>
      onMigratedDatabase((database) =>
        type === 'account' ? moveIn(database, options) : importFile(database, type, file, options),
      ),
    );
}

type ImportOptions = Partial<MoveOptions> & { coupon?: string; group?: string };

async function importFile(
  database: Database,
  type: string,
  file: string | undefined,
  { account = '', coupon = '', group = '' }: ImportOptions,
): Promise<void> {
  if (!file || !account) throw new StartFailure(`import ${type} needs a file and --account`);
  await requireAccount(database, account);
  const text = createReadStream(file);
  const report =
    type === 'codes' ? importCodes(database, account, coupon, text) : importContacts(database, account, group, text);
  for await (const entry of report) console.log(lineOf(entry));
}

async function moveIn(database: Database, { from, key, ...options }: ImportOptions): Promise<void> {
  if (!from || !key) throw new StartFailure('import account needs --from and --key');
  const env = readEnv();
  const outbound = new Outbound({
    allowInsecure: env.ALLOW_INSECURE_WEBHOOKS,
    allowedRanges: env.ALLOW_PRIVATE_ADDRESSES,
    timeoutMilliseconds: 120_000,
  });
  try {
    const report = await moveAccount(database, outbound, { from, key, ...options });
    console.log(report.trimEnd());
    if (options.report) await writeFile(options.report, report);
  } finally {
    outbound.close();
  }
}

function lineOf(entry: ImportError | SkippedContact | ImportSummary | ContactsSummary): string {
  if ('code' in entry) return `line ${entry.line}: ${entry.reason} ${entry.code}`;
  if ('line' in entry) return `line ${entry.line}: ${entry.reason} ${entry.column} ${entry.value}`;
  const done = 'imported' in entry ? `${entry.imported} imported` : `${entry.added} added, ${entry.updated} updated`;
  return `${done}, ${entry.skipped} skipped${entry.error ? `. ${entry.error}` : ''}`;
}
