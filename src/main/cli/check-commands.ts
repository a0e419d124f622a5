import type { Command } from 'commander';
import { verifyLedgers } from '../../loyalty/balance/ledger-audit.ts';
import { recountStatistics } from '../../statistics/counting/recount.ts';
import { onReadDatabase } from './command-database.ts';

export function addLoyalty(program: Command): void {
  const loyalty = program.command('loyalty').description('Check loyalty cards.');

  loyalty
    .command('verify')
    .description(
      'Verify that the balances and rewards of all users equal their ledgers. Exits with 1 if any of them differ.',
    )
    .action(() =>
      onReadDatabase(async (database) => {
        const { users, entries, disagreements } = await verifyLedgers(database);
        for (const { card, user, what } of disagreements) console.log(`${card} ${user}: ${what}`);
        console.log(`${users} users, ${entries} entries, ${disagreements.length} disagreements`);
        if (disagreements.length > 0) process.exitCode = 1;
      }),
    );
}

export function addStatistics(program: Command): void {
  const statistics = program.command('statistics').description('Check statistics.');

  statistics
    .command('verify')
    .description(
      'Recount the statistics of all campaigns from their records. Exits with 1 if any of them differ. The service can run meanwhile: the command compares the data as it was when it began.',
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
