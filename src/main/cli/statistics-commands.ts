import type { Command } from 'commander';
import { recountStatistics } from '../../statistics/counting/recount.ts';
import { onReadDatabase } from './command-database.ts';

export function addStatistics(program: Command): void {
  const statistics = program.command('statistics').description('Check statistics.');

  statistics
    .command('verify')
    .description(
      'Recount the statistics of all campaigns from their records. Exits with 1 if any of them differ. The service may run meanwhile: all is compared as it was when the command began.',
    )
    .action(() =>
      onReadDatabase(async (database) => {
        const { campaigns, counted, waiting, differences } = await recountStatistics(database);
        for (const { campaign, what } of differences) console.log(`${campaign}: ${what}`);
        if (waiting > 0) console.log(`counted up to position ${counted}, ${waiting} events wait for a worker`);
        console.log(`${campaigns} campaigns, ${differences.length} differences`);
        if (differences.length > 0) process.exitCode = 1;
      }),
    );
}
