import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { findRow } from '../../kernel/database/rows.ts';
import { type Job, type JobProgress, jobs } from '../../kernel/jobs/job.ts';
import { Problem } from '../../kernel/problem.ts';
import { onReadDatabase } from './command-database.ts';

export function addJob(program: Command): void {
  program
    .command('job')
    .description('Show the progress of a job until it ends.')
    .argument('<id>', 'the id of the job')
    .action((id: string) =>
      onReadDatabase(async (database) => {
        for (;;) {
          const job = await findRow(database, jobs, { id });
          if (!job) throw new Problem('JOB_NOT_FOUND');
          process.stdout.write(`${process.stdout.isTTY ? '\r' : ''}${barOf(job)}${process.stdout.isTTY ? '' : '\n'}`);
          if (job.finishedAt) break;
          await sleep(500);
        }
        if (process.stdout.isTTY) console.log();
      }),
    );
}

const barWidth = 40;

/** Returns a line such as `[########------------]  40 % of 1,000,000, RUNNING`. */
function barOf({ progress, status }: Job): string {
  if (!progress) return status;
  const { created, requested } = JSON.parse(progress) as Partial<JobProgress>;
  if (created === undefined || !requested) return status;
  const part = created / requested;
  const done = Math.round(part * barWidth);
  const bar = `[${'#'.repeat(done)}${'-'.repeat(barWidth - done)}]`;
  return `${bar} ${String(Math.floor(part * 100)).padStart(3)} % of ${requested.toLocaleString('en')}, ${status}  `;
}
