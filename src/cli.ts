import { Command } from 'commander';
import { addAccounts } from './cli/accounts.ts';
import { addEvents } from './cli/events.ts';
import { addExport, addImport } from './cli/files.ts';
import { addJob } from './cli/jobs.ts';
import { addKeys } from './cli/keys.ts';
import { addLoyalty } from './cli/loyalty.ts';
import { addMigrate } from './cli/migrate.ts';
import { addRotateSecrets } from './cli/rotate-secrets.ts';
import { runProcess } from './process.ts';

const program = new Command('npm run cli --')
  .description('Administration. Works on the database of DATABASE_URL.')
  .showHelpAfterError();

const commands = [
  addMigrate,
  addAccounts,
  addExport,
  addImport,
  addJob,
  addEvents,
  addLoyalty,
  addKeys,
  addRotateSecrets,
];
for (const add of commands) add(program);

await runProcess(async () => {
  await program.parseAsync();
});
