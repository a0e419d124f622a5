import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Viewer } from '../api/viewer.ts';
import { holdBytes, releaseBytes } from '../kernel/limits/unread-bytes.ts';

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
