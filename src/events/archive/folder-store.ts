import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ArchiveStore } from './archive-store.ts';

/** The extension of files that are still being copied. */
const unfinished = '.partial';

export class FolderStore implements ArchiveStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(name: string, localFile: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, name);
    const copy = `${path}.${randomUUID()}${unfinished}`;
    await copyFile(localFile, copy);
    await flush(copy);
    await rename(copy, path);
    await flush(this.#folder);
  }

  async read(name: string): Promise<Readable | null> {
    try {
      const file = await open(join(this.#folder, name));
      return file.createReadStream();
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async list(): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).filter((name) => !name.endsWith(unfinished)).sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path);
  await file.sync();
  await file.close();
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
