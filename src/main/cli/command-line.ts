import { Command } from 'commander';
import { addAccounts } from './account-commands.ts';
import { addAudit } from './audit-commands.ts';
import { addBackup } from './backup-commands.ts';
import { addLoyalty, addStatistics } from './check-commands.ts';
import { addEvents } from './event-commands.ts';
import { addExport, addImport } from './file-commands.ts';
import { addJob } from './job-commands.ts';
import { addKeys } from './key-commands.ts';
import { addMigrate } from './migration-commands.ts';
import { addPeople } from './person-commands.ts';
import { addRestore } from './restore-commands.ts';
import { addRotateSecrets } from './secret-commands.ts';

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

export function commandLine(configure: (program: Command) => void = () => {}): Command {
  const program = new Command('npm run cli --')
    .description('Administration of the campaign service. All commands use the database of DATABASE_URL.')
    .showHelpAfterError();
  configure(program);
  for (const add of commands) add(program);
  return program;
}
