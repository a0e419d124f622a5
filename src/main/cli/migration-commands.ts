import type { Command } from 'commander';
import { runMigrations } from '../process/configured-database.ts';
import { onDatabase } from './command-database.ts';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database up to date.')
    .action(() =>
      onDatabase(async (database) => {
        const done = await runMigrations(database);
        console.log(done.length > 0 ? `Ran ${done.join(', ')}` : 'Nothing to do');
      }),
    );
}
