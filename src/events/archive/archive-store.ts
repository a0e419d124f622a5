import type { Readable } from 'node:stream';

export interface ArchiveStore {
  /** Stores a copy of a file, and replaces an earlier one of the same name. The copy must survive a crash. */
  write(name: string, localFile: string): Promise<void>;
  /** Returns null if there is no such file. */
  read(name: string): Promise<Readable | null>;
  /** Returns the names in ascending order. */
  list(): Promise<string[]>;
}
