import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Database } from '../../kernel/database/database.ts';
import {
  DamagedBackup,
  DatabaseInUse,
  putBack,
  requireUnused,
} from '../../kernel/database/engines/backup/sqlite-backup.ts';
import { serverTypeOf } from '../../kernel/database/engines/cluster/database-watch.ts';
import { listHeartbeats } from '../../kernel/database/engines/cluster/process-heartbeat.ts';
import { openDatabase } from '../../kernel/database/engines/database-url.ts';
import { releaseCodes } from '../../sessions/validation-code/reserved-restored-codes.ts';
import { readEnv } from '../process/env.ts';
import { notedPosition } from '../process/last-position.ts';
import { createLog } from '../process/log.ts';
import { StartFailure } from '../process/process.ts';
import '../registries/extensions.ts';
import { model } from '../registries/tables.ts';
import { restoreText } from '../restore/restore-text.ts';
import { finishRestore } from '../restore/restored-database.ts';
import { type Sending, sendings } from '../restore/stopped-jobs.ts';
import { embeddedFile } from './backup-commands.ts';
import { inTransaction, onMigratedDatabase } from './command-database.ts';

interface FinishOptions {
  lost?: string;
  lastPosition: number;
  sendAgain?: Sending[];
  codesGiven?: number;
  report?: string;
}

export function addRestore(program: Command): void {
  const restore = program
    .command('restore')
    .description('Restore the embedded database from a backup. Run `restore finish` afterwards.')
    .option('--from <file>', 'the backup')
    .action(async ({ from }: { from?: string }) => {
      if (!from) throw new StartFailure('--from is required');
      const { bytes, position, former } = await unused(() => putBack(from, embeddedFile(), new Date()));
      console.log(
        [
          `Restored ${(bytes / 1e6).toFixed(1)} MB, events up to position ${position}`,
          `Continue with: npm run cli -- restore finish${former ? ` --lost sqlite:${former}` : ''}`,
        ].join('\n'),
      );
    });

  restore
    .command('finish')
    .description(
      'Reconcile a restored database with what happened after the backup, and report what was or may have been lost. No process of the service may run.',
    )
    .option('--lost <url>', 'the lost database, if it can still be read: the report is then exact')
    .option('--last-position <position>', 'a position that a consumer of events has seen', wholeNumber, 0)
    .addOption(new Option('--send-again <kind...>', 'send what may have been sent').choices(sendings))
    .option(
      '--codes-given <number>',
      'the maximum number of codes of a pool that may have been given since the backup (default: all)',
      wholeNumber,
    )
    .option('--report <file>', 'write the report as JSON')
    .action(async (options: FinishOptions) => {
      const env = readEnv();
      if (env.databaseUrl.startsWith('sqlite:')) await unused(async () => requireUnused(embeddedFile()));
      const lost = options.lost ? await openLost(options.lost) : null;
      try {
        await onMigratedDatabase(async (database) => {
          await requireAlone(database);
          const report = await finishRestore(database, createLog(env.LOG_LEVEL), {
            lost,
            seenPosition: Math.max(options.lastPosition, await notedPosition(database, env.DATA_DIR)),
            sendAgain: new Set(options.sendAgain),
            codesGiven: options.codesGiven ?? null,
          });
          if (options.report) await writeFile(options.report, `${JSON.stringify(report, null, 2)}\n`);
          console.log(restoreText(report));
        });
      } finally {
        await lost?.close();
      }
    });

  restore
    .command('release-codes')
    .description('Release the codes of the pool of a coupon that `restore finish` has withheld.')
    .requiredOption('--coupon <id>', 'the coupon')
    .option('--after <code>', 'only codes that were imported after this one')
    .action(({ coupon, after }: { coupon: string; after?: string }) =>
      inTransaction(async (transaction) => `Released ${await releaseCodes(transaction, coupon, after ?? null)} codes`),
    );
}

async function openLost(url: string): Promise<Database> {
  try {
    return (await openDatabase(url, model)).background;
  } catch (error) {
    throw new StartFailure(`Cannot open --lost: ${(error as Error).message}`);
  }
}

async function unused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseInUse)
      throw new StartFailure('The database is in use: stop all processes of the service first');
    throw error instanceof DamagedBackup ? new StartFailure(error.message) : error;
  }
}

/** Each process writes a heartbeat at least this often. */
const beatSeconds = 20;

/** Rejects while processes use the database. Old heartbeats may come from the backup, so only new ones count. */
async function requireAlone(database: Database): Promise<void> {
  const type = serverTypeOf(database);
  if (!type) return;
  const living = async () => (await listHeartbeats(database, type)).filter(({ age }) => age < beatSeconds);
  const seen = new Map((await living()).map(({ processId, beatAt }) => [processId, beatAt]));
  for (let left = await living(); left.length > 0; left = await living()) {
    if (left.some(({ processId, beatAt }) => seen.get(processId) !== beatAt))
      throw new StartFailure('The database is in use: stop all processes of the service first');
    await sleep(500);
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
