import type { Command } from 'commander';
import { verifyLedgers } from '../../loyalty/balance/ledger-audit.ts';
import { onMigratedDatabase } from './command-database.ts';

export function addLoyalty(program: Command): void {
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
}
