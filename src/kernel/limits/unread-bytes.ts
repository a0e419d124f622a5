import { TooManyRequests } from '../problem.ts';

const mebibyte = 1024 * 1024;

/** The maximum number of bytes that may wait for the readers of a root account. */
const maxBytes = 64 * mebibyte;

/** From this number of bytes on, no further query or bulk call of the root account starts. */
const fullBytes = 32 * mebibyte;

const unreadSeconds = 5;

interface Unread {
  bytes: number;
  readers: Map<object, number>;
}

const ofRoots = new Map<string, Unread>();

/**
 * Counts bytes that wait for a reader: a socket or a response. If there are too many, closes the readers for which most
 * of them wait.
 */
export function holdBytes<Reader extends object>(
  rootId: string,
  reader: Reader,
  bytes: number,
  close: (slow: Reader) => void,
): void {
  const unread = ofRoots.get(rootId) ?? { bytes: 0, readers: new Map<object, number>() };
  ofRoots.set(rootId, unread);
  unread.readers.set(reader, (unread.readers.get(reader) ?? 0) + bytes);
  unread.bytes += bytes;
  while (unread.bytes > maxBytes) {
    let slowest: [object, number] | undefined;
    for (const reading of unread.readers) if (!slowest || reading[1] > slowest[1]) slowest = reading;
    if (!slowest) break;
    forget(rootId, unread, slowest[0], slowest[1]);
    close(slowest[0] as Reader);
  }
}

/** Counts bytes as read. Those of a reader that was closed no longer count. */
export function releaseBytes(rootId: string, reader: object, bytes: number): void {
  const unread = ofRoots.get(rootId);
  if (unread?.readers.has(reader)) forget(rootId, unread, reader, bytes);
}

/** Refuses a call that could have a large response while its root account leaves `fullBytes` or more unread. */
export function requireReadAnswers(rootId: string): void {
  const { bytes = 0 } = ofRoots.get(rootId) ?? {};
  if (bytes >= fullBytes)
    throw new TooManyRequests(
      unreadSeconds,
      `The account has ${Math.floor(bytes / mebibyte)} MiB of responses left to read.`,
    );
}

function forget(rootId: string, unread: Unread, reader: object, bytes: number): void {
  const held = unread.readers.get(reader) ?? 0;
  if (held > bytes) unread.readers.set(reader, held - bytes);
  else unread.readers.delete(reader);
  unread.bytes -= Math.min(held, bytes);
  if (unread.readers.size === 0) ofRoots.delete(rootId);
}
