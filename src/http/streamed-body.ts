import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Viewer } from '../api/viewer.ts';
import type { Limits } from '../kernel/limits/limits.ts';

/** Sends a body with backpressure. After a failure, closes the connection early, which every client notices. */
export async function stream(response: ServerResponse, body: AsyncIterable<Buffer | string>): Promise<void> {
  if (response.destroyed) return;
  await pipeline(Readable.from(body), response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** Yields the parts of a body. The body counts towards the limits of its account until the client has read it. */
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
