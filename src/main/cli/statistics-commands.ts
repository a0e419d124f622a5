import type { Command } from 'commander';
import { recountStatistics } from '../../statistics/counting/recount.ts';
import { onReadDatabase } from './command-database.ts';

export function addStatistics(program: Command): void {
  const statistics = program.command('statistics').description('Check statistics.');

  statistics
    .command('verify')
    .description(
      'Recount the statistics of all campaigns from their records. Exits with 1 if any of them differ. Run it while little happens: what changes meanwhile may differ.',
    )
    .action(() =>
      onReadDatabase(async (database) => {
        const { campaigns, waiting, differences } = await recountStatistics(database);
        for (const { campaign, what } of differences) console.log(`${campaign}: ${what}`);
        if (waiting > 0) console.log(`${waiting} events are not counted yet. Is a worker running?`);
        console.log(`${campaigns} campaigns, ${differences.length} differences`);
        if (differences.length > 0 || waiting > 0) process.exitCode = 1;
      }),
    );
}
