import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Viewer } from '../api/viewer.ts';
import { holdBytes, releaseBytes } from '../kernel/limits/unread-bytes.ts';
import { bytesIn, type Json, jsonText } from '../kernel/values/json-text.ts';

export interface Written {
  body: Json | AsyncIterable<Buffer | string>;
  /** The number of bytes in memory behind a body in parts. */
  bytes: number;
}

/** Writes a body that is completely in memory. */
export function inMemory(value: object): Written {
  const body = jsonText(value);
  return { body, bytes: typeof body === 'string' ? 0 : bytesIn(value) };
}

/** Sends a body with backpressure. After a failure, closes the connection early, which every client notices. */
export async function stream(response: ServerResponse, body: AsyncIterable<Buffer | string>): Promise<void> {
  if (response.destroyed) return;
  await pipeline(Readable.from(body), response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** Shorter responses fit into the buffers of their connections. */
const longResponse = 16_384;

/** Counts the bytes of a response towards the limit of its root account until the client has read them. */
export function holdResponse(response: ServerResponse, viewer: Viewer | null | undefined, bytes: number): void {
  if (!viewer || bytes <= longResponse || response.destroyed) return;
  const { rootId } = viewer.account;
  response.once('close', () => releaseBytes(rootId, response, bytes));
  holdBytes(rootId, response, bytes, (slow) => slow.destroy());
}
