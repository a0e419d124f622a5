import { constants, existsSync } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { restoreMarker } from './restore-marker.ts';

export class DamagedBackup extends Error {}

export class DatabaseInUse extends Error {}

interface BackupSummary {
  bytes: number;
  position: number;
}

/** Makes a consistent copy of a database in use. The file gets its name only when it is complete and on disk. */
export async function backUp(file: string, copy: string): Promise<BackupSummary> {
  const unfinished = `${copy}.unfinished`;
  await mkdir(path.dirname(copy), { recursive: true });
  await rm(unfinished, { force: true });
  try {
    const source = await openFile(file, { fileMustExist: true });
    // Copies in one step: if another process wrote between steps, the copy would start over.
    const everything = { progress: () => 2 ** 31 - 1 };
    await source.backup(unfinished, everything).finally(() => source.close());
    const facts = await checkBackup(unfinished);
    await syncFile(unfinished);
    await link(unfinished, copy); // Fails if the file exists.
    await syncFile(path.dirname(copy));
    return facts;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function checkBackup(file: string, backup = file): Promise<BackupSummary> {
  const { size: bytes } = await stat(file);
  try {
    const opened = await openFile(file, { fileMustExist: true });
    try {
      opened.pragma('journal_mode = DELETE');
      const found = opened.pragma('integrity_check(1)', { simple: true });
      if (found !== 'ok') throw new DamagedBackup(`${backup} is damaged: ${found}`);
      const position = opened.prepare(`SELECT value FROM sequences WHERE name = 'event_position'`).pluck().get();
      return { bytes, position: Number(position) };
    } finally {
      opened.close();
    }
  } catch (error) {
    throw error instanceof DamagedBackup ? error : new DamagedBackup(`${backup}: ${(error as Error).message}`);
  }
}

interface RestoredFile extends BackupSummary {
  former: string | null;
}

/**
 * Replaces the database, and marks it as restored. If the process is killed, either the previous database or the
 * restored one is left.
 */
export async function putBack(backup: string, file: string, at: Date): Promise<RestoredFile> {
  const prepared = `${file}.restored`;
  await mkdir(path.dirname(file), { recursive: true });
  await rm(prepared, { force: true });
  try {
    await copyFile(backup, prepared, constants.COPYFILE_FICLONE).catch((error: Error) => {
      throw new DamagedBackup(error.message);
    });
    const facts = await checkBackup(prepared, backup);
    await mark(prepared, facts.position);
    await syncFile(prepared);
    const release = existsSync(file) ? await reserve(file) : null;
    try {
      const former = release && `${file}.before-${at.toISOString().replace(/[:.]/g, '-')}`;
      if (former) await link(file, former);
      await rename(prepared, file);
      await syncFile(path.dirname(file));
      return { ...facts, former };
    } finally {
      release?.();
    }
  } finally {
    await rm(prepared, { force: true });
  }
}

export async function requireUnused(file: string): Promise<void> {
  if (!existsSync(file)) return;
  const release = await reserve(file);
  release();
}

/** Locks out other processes until the returned function is called. Merges the log, so that only one file is left. */
async function reserve(file: string): Promise<() => void> {
  const opened = await openFile(file, { timeout: 0 });
  try {
    // Both fail while another connection is open.
    opened.pragma('journal_mode = DELETE');
    opened.pragma('locking_mode = EXCLUSIVE');
    opened.exec('BEGIN EXCLUSIVE');
    return () => opened.close();
  } catch (error) {
    opened.close();
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw new DatabaseInUse(file);
    throw error;
  }
}

async function mark(file: string, position: number): Promise<void> {
  const opened = await openFile(file);
  opened.prepare('INSERT OR REPLACE INTO sequences (name, value) VALUES (?, ?)').run(restoreMarker, position);
  opened.close();
}

/** Loads the driver only when needed: commands on servers do not use it. */
async function openFile(file: string, options?: BetterSqlite3.Options): Promise<BetterSqlite3.Database> {
  const { default: Driver } = await import('better-sqlite3');
  return new Driver(file, options);
}

async function syncFile(name: string): Promise<void> {
  const handle = await open(name, 'r');
  await handle.sync().finally(() => handle.close());
}
