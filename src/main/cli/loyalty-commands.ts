import type { Command } from 'commander';
import { verifyLedgers } from '../../loyalty/balance/ledger-audit.ts';
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
