import type { Readable } from 'node:stream';

export interface ArchiveStore {
  /** Replaces a file of the same name. The copy must survive a crash. */
  write(name: string, localFile: string): Promise<void>;
  /** Null if there is no such file. */
  read(name: string): Promise<Readable | null>;
  /** In ascending order. */
  list(): Promise<string[]>;
}
