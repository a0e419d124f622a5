import { Command } from 'commander';
import { addAccounts } from './cli/account-commands.ts';
import { addAudit } from './cli/audit-commands.ts';
import { addBackup } from './cli/backup-commands.ts';
import { addEvents } from './cli/event-commands.ts';
import { addExport, addImport } from './cli/file-commands.ts';
import { addJob } from './cli/job-commands.ts';
import { addKeys } from './cli/key-commands.ts';
import { addLoyalty } from './cli/loyalty-commands.ts';
import { addMigrate } from './cli/migration-commands.ts';
import { addPeople } from './cli/person-commands.ts';
import { addRestore } from './cli/restore-commands.ts';
import { addRotateSecrets } from './cli/secret-commands.ts';
import { addStatistics } from './cli/statistics-commands.ts';
import { runProcess } from './process/process.ts';

const program = new Command('npm run cli --')
  .description('Administration of the campaign service. All commands use the database of DATABASE_URL.')
  .showHelpAfterError();

const commands = [
  addMigrate,
  addAccounts,
  addExport,
  addImport,
  addJob,
  addEvents,
  addLoyalty,
  addStatistics,
  addAudit,
  addKeys,
  addPeople,
  addRotateSecrets,
  addBackup,
  addRestore,
];
for (const add of commands) add(program);

await runProcess(async () => {
  await program.parseAsync();
});
