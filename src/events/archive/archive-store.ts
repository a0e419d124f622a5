import type { Readable } from 'node:stream';

/** Where the files of an archive are kept. */
export interface ArchiveStore {
  /** Stores a copy of a local file, in place of one with the same name. After that the copy outlives a crash. */
  write(name: string, localFile: string): Promise<void>;
  /** Returns the content of a file; null if there is none of that name. */
  read(name: string): Promise<Readable | null>;
  /** Returns the names of all files, in ascending order. */
  list(): Promise<string[]>;
}
