import { randomInt } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../kernel/database/database.ts';
import { restoredPosition } from '../../kernel/database/engines/backup/restore-marker.ts';
import { findRows, insertRows, updateRows } from '../../kernel/database/rows.ts';
import { sequences } from '../../kernel/database/sequence.ts';
import { lastPosition } from '../../kernel/event-log/event-sequencer.ts';
import { StartFailure } from './process.ts';

const intervalMilliseconds = 5000;

const restored =
  'The database was restored from a backup: run npm run cli -- restore finish (docs/operating.md, section "After a restore")';

/**
 * Aborts the start if the database was restored and `restore finish` has not run. Such a database is marked, or older
 * than `DATA_DIR` says. Otherwise, keeps storing the last position.
 */
export async function watchLastPosition(database: Database, directory: string): Promise<{ stop(): Promise<void> }> {
  if ((await restoredPosition(database)) !== null) throw new StartFailure(restored);
  // Without its number, a read-only database cannot be recognized.
  const installation = await installationOf(database).catch(() => null);
  if (installation === null) return { stop: async () => undefined };
  const file = fileIn(directory, installation);
  if ((await database.transaction(lastPosition)) < ((await readPosition(file)) ?? 0)) throw new StartFailure(restored);
  let noted = -1;
  const noteChange = async () => {
    const position = await lastPosition(database);
    if (position === noted) return;
    await notePosition(file, position);
    noted = position;
  };
  let noting = Promise.resolve();
  const note = () => {
    // The process also works if the directory is read-only.
    noting = noting.then(noteChange).catch(() => undefined);
  };
  note();
  const timer = setInterval(note, intervalMilliseconds).unref();
  const stop = () => {
    clearInterval(timer);
    return noting;
  };
  return { stop };
}

/** Returns the last known position of an event. */
export async function notedPosition(database: Database, directory: string): Promise<number> {
  return (await readPosition(fileIn(directory, await installationOf(database)))) ?? 0;
}

/** Returns the number of the installation. All backups of the installation have the same number. */
async function installationOf(database: Database): Promise<number> {
  const [known] = await findRows(database, sequences, { name: 'installation' }, { select: ['value'] });
  if (known?.value) return known.value;
  return database.transaction(async (transaction) => {
    const unknown = { name: 'installation', value: 0 };
    await insertRows(transaction, sequences, [unknown], { insert: transaction.dialect.insertIfAbsent });
    await updateRows(transaction, sequences, unknown, { value: randomInt(1, 2 ** 47) });
    const [made] = await findRows(transaction, sequences, { name: 'installation' }, { select: ['value'] });
    return made?.value ?? 0;
  });
}

function fileIn(directory: string, installation: number): string {
  return path.join(directory, 'positions', String(installation));
}

async function readPosition(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return /^\d+$/.test(text) ? Number(text) : null;
}

async function notePosition(file: string, position: number): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, String(position));
  await rename(unfinished, file);
}
