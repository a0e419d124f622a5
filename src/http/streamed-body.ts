import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Viewer } from '../api/viewer.ts';
import type { Limits } from '../kernel/limits/limits.ts';

/**
 * Sends a body while it is generated, as fast as the client reads it. Rejects when generating fails: the connection is then
 * closed before the end of the body, which every client notices.
 */
export async function stream(response: ServerResponse, body: AsyncIterable<Buffer | string>): Promise<void> {
  // The client may have closed the connection before or while it is sent. No caller can receive that error.
  if (response.destroyed) return;
  await pipeline(Readable.from(body), response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** Yields a large body. It counts for its account until the client has read it. */
export async function* unread<Part>(
  body: AsyncIterable<Part>,
  viewer: Viewer | null | undefined,
  { answers }: Limits,
): AsyncGenerator<Part> {
  const leave = viewer && answers.enter(viewer.account.rootId);
  try {
    yield* body;
  } finally {
    leave?.();
  }
}
