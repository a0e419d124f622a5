import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Argument, Command, Option } from 'commander';
import { z } from 'zod';
import { accounts, addAccount } from './accounts/account.ts';
import { apiKeys, issueApiKey, revokeKey } from './accounts/api-key.ts';
import { accountFields, apiKeyFields } from './accounts/inputs.ts';
import { scopes } from './api/scope.ts';
import { addRotateSecrets } from './cli/rotate-secrets.ts';
import { toInstant } from './database/columns.ts';
import type { Connection, Database } from './database/database.ts';
import { isMigrated, migrate } from './database/migrate.ts';
import { readEnv } from './env.ts';
import { eventKinds, eventTypes } from './events/catalog.ts';
import { rendering } from './events/payload.ts';
import { tail } from './events/tail.ts';
import { type ExportType, exportRows } from './files/export.ts';
import { formatted } from './files/formats.ts';
import { importCodes } from './files/import.ts';
import { idPattern } from './ids.ts';
import { type Job, type JobProgress, jobs } from './jobs/job.ts';
import { verifyLedgers } from './loyalty/verify-ledgers.ts';
import { Problem } from './problem.ts';
import { openConfiguredDatabase, runProcess, StartFailure } from './process.ts';
import { records } from './records.ts';

const program = new Command('npm run cli --')
  .description('Administration. Works on the database of DATABASE_URL.')
  .showHelpAfterError();

program
  .command('migrate')
  .description('Bring the database up to date.')
  .action(() =>
    onDatabase(async (database) => {
      const done = await migrate(database);
      console.log(done.length > 0 ? `Ran ${done.join(', ')}` : 'Nothing to do');
    }),
  );

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

program
  .command('job')
  .description('Show how far a job is, until it ends.')
  .argument('<id>', 'the job')
  .action((id: string) =>
    onMigratedDatabase(async (database) => {
      for (;;) {
        const job = await database.manager.findOneBy(jobs, { id });
        if (!job) throw new Problem('JOB_NOT_FOUND');
        process.stdout.write(`${process.stdout.isTTY ? '\r' : ''}${barOf(job)}${process.stdout.isTTY ? '' : '\n'}`);
        if (job.finishedAt) break;
        await sleep(500);
      }
      if (process.stdout.isTTY) console.log();
    }),
  );

program
  .command('events')
  .description('The log of events.')
  .command('tail')
  .description('Print events as JSON lines as they happen, until Ctrl-C.')
  .option('--account <id>', 'only events of this account')
  .option('--after <position>', 'begin after this position; only new events unless told')
  .addOption(new Option('--kind <kind...>', 'only events of these kinds').choices(eventKinds))
  .option('--type <type...>', 'only events of these types, such as coupon_claimed')
  .option('--campaign <id>', 'only events of this coupon, loyalty card or directory')
  .action((options: Record<string, unknown>) =>
    onMigratedDatabase(async (database) => {
      const { after, account, kind, type, campaign } = checked(tailOptions, options);
      const filter = { accountId: account, kinds: kind, types: type, campaign };
      const env = readEnv();
      const render = rendering(records, env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`);
      const interrupted = new AbortController();
      process.once('SIGINT', () => interrupted.abort()).once('SIGTERM', () => interrupted.abort());
      process.stdout.on('error', () => interrupted.abort()); // who read it has left, such as `head`
      for await (const event of tail(database, filter, after ?? null, interrupted.signal)) {
        console.log(JSON.stringify({ position: event.position, event: render(event) }));
      }
    }),
  );

const loyalty = program.command('loyalty').description('Loyalty cards.');

loyalty
  .command('verify')
  .description('Prove that the balances and rewards of all users are what their ledgers say. Fails when one is not.')
  .action(() =>
    onMigratedDatabase(async (database) => {
      const { users, entries, disagreements } = await verifyLedgers(database);
      for (const { card, user, what } of disagreements) console.log(`${card} ${user}: ${what}`);
      console.log(`${users} users, ${entries} entries, ${disagreements.length} disagreements`);
      if (disagreements.length > 0) process.exitCode = 1;
    }),
  );

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

addRotateSecrets(program, onMigratedDatabase);

const tailOptions = z.object({
  after: z.coerce.number('must be a position').int('must be a position').min(0, 'must be a position').optional(),
  account: z.string().regex(idPattern('account'), 'is not an account id').optional(),
  kind: z.array(z.enum(eventKinds)).optional(),
  type: z.array(z.string().refine((type) => eventTypes.has(type), 'is not a type of event')).optional(),
  campaign: z.string().optional(),
});

await runProcess(async () => {
  await program.parseAsync();
});

async function onDatabase(action: (database: Database) => Promise<void>): Promise<void> {
  const database = await openConfiguredDatabase(readEnv());
  try {
    await action(database);
  } catch (error) {
    throw error instanceof Problem ? new StartFailure(error.message) : error;
  } finally {
    await database.close();
  }
}

function onMigratedDatabase(action: (database: Database) => Promise<void>): Promise<void> {
  return onDatabase(async (database) => {
    if (!(await isMigrated(database))) throw new StartFailure('The database is not migrated: run npm run migrate');
    await action(database);
  });
}

async function requireAccount({ manager }: Connection, id = ''): Promise<string> {
  if (!(await manager.existsBy(accounts, { id }))) throw new Problem('ACCOUNT_NOT_FOUND');
  return id;
}

function checked<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new StartFailure(parsed.error.issues.map((issue) => `--${issue.path.join('.')} ${issue.message}`).join('\n'));
}

function expiryOf(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || date <= new Date())
    throw new StartFailure('--expires must be an ISO 8601 date in the future');
  return toInstant(date);
}

const barWidth = 40;

/** `[########------------]  40 % of 1,000,000, RUNNING` */
function barOf({ progress, status }: Job): string {
  if (!progress) return status;
  const { created, requested } = JSON.parse(progress) as Partial<JobProgress>;
  if (created === undefined || !requested) return status;
  const part = created / requested;
  const done = Math.round(part * barWidth);
  const bar = `[${'#'.repeat(done)}${'-'.repeat(barWidth - done)}]`;
  return `${bar} ${String(Math.floor(part * 100)).padStart(3)} % of ${requested.toLocaleString('en')}, ${status}  `;
}
