import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { backUp, DamagedBackup } from '../../kernel/database/engines/backup/sqlite-backup.ts';
import { readEnv } from '../process/env.ts';
import { StartFailure } from '../process/process.ts';

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description(
      'Copy the embedded database at one point in time, while the service runs, and check the copy. For MySQL and MariaDB, see docs/operating.md.',
    )
    .requiredOption('--to <path>', 'a folder, or the file to write, which must not exist')
    .action(async ({ to }: { to: string }) => {
      const { DATA_DIR, EVENTS_ARCHIVE } = readEnv();
      const copy = copyIn(to);
      const began = performance.now();
      const { bytes, position } = await backUp(embeddedFile(), copy).catch((error: unknown) => {
        if ((error as { code?: string }).code === 'EEXIST') throw new StartFailure(`${copy} exists`);
        throw error instanceof DamagedBackup ? new StartFailure(error.message) : error;
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const beside = [path.join(DATA_DIR, 'outbox'), EVENTS_ARCHIVE].filter((place) => place && existsSync(place));
      console.log(
        [
          `${copy}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s, events up to position ${position}, checked`,
          `Keep the secret in another place: APP_SECRET, or ${path.join(DATA_DIR, 'secret')}`,
          ...beside.map((place) => `Keep also: ${place}`),
        ].join('\n'),
      );
    });
}

export function embeddedFile(): string {
  const { databaseUrl } = readEnv();
  if (databaseUrl.startsWith('sqlite:')) return path.resolve(databaseUrl.slice('sqlite:'.length));
  throw new StartFailure(
    'DATABASE_URL is a database server: use its own tools, as docs/operating.md, section "Backups", shows',
  );
}

function copyIn(to: string): string {
  const isFolder = to.endsWith('/') || (existsSync(to) && statSync(to).isDirectory());
  return path.resolve(
    isFolder ? path.join(to, `campaigns-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`) : to,
  );
}
