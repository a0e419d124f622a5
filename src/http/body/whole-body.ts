import type { Duplex, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { Problem } from '../../kernel/problem.ts';
import { addressOf, traceOf } from '../request-trace.ts';
import { GrowingBuffer } from './growing-buffer.ts';
import { UnfinishedBody } from './unfinished-bodies.ts';

/** Sees each part of a body as it arrives, and throws to refuse the body. */
export type Inspect = (part: Buffer) => void;

/**
 * Reads the whole body of a request, decompressed. All bodies that are kept in memory come through here, so that the
 * unfinished ones of a caller are counted: authenticate first. Rejects with `UNREADABLE_BODY`, `BODY_TOO_LARGE`,
 * `TOO_MANY_REQUESTS` or `UNAVAILABLE`, and leaves the rest of the body to nobody.
 */
export function readBody(request: Request, limit: number, inspect?: Inspect): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const rootId = traceOf(request).viewer?.account.rootId;
  const unfinished = new UnfinishedBody(rootId === undefined ? { address: addressOf(request) } : { rootId });
  const body = new GrowingBuffer();
  let parts = 0;
  let source: Readable = request;
  const take = (part: Buffer): void => {
    try {
      const size = body.length + part.length;
      if (size > limit) throw new Problem('BODY_TOO_LARGE');
      parts += 1;
      if (parts > mostTinyParts + size / bytesOfTinyPart) throw new TinyParts();
      unfinished.add(part.length);
      inspect?.(part);
      body.add(part);
    } catch (error) {
      refuse(error);
    }
  };
  const breakOff = (): void => refuse(new Problem('UNREADABLE_BODY'));
  let packed = 0;
  const takePacked = (part: Buffer): void => {
    packed += part.length;
    if (packed > limit) refuse(new Problem('BODY_TOO_LARGE'));
  };
  const stop = (): void => {
    unfinished.end();
    request.off('data', takePacked);
    source.off('data', take).off('end', finish).off('error', breakOff);
    request.off('error', breakOff).off('close', breakOff);
  };
  const finish = (): void => {
    stop();
    resolve(body.taken());
  };
  const refuse = (error: unknown): void => {
    stop();
    body.taken();
    request.on('error', () => undefined).unpipe();
    if (source !== request) source.on('error', () => undefined).destroy();
    if (error instanceof TinyParts) request.res?.setHeader('Connection', 'close');
    // The caller reads the response only after it has sent everything.
    request.resume();
    reject(error);
  };
  request.once('error', breakOff).once('close', breakOff);
  try {
    if (request.destroyed) throw new Problem('UNREADABLE_BODY');
    if (Number(request.headers['content-length'] ?? 0) > limit) throw new Problem('BODY_TOO_LARGE');
    source = decompressed(request, rootId !== undefined);
    // What was read of the request may still wait to be decompressed.
    if (source !== request) {
      // Compressed parts can be empty, so that nothing ever comes out.
      request.on('data', takePacked).once('end', () => request.off('close', breakOff));
      source.once('error', breakOff);
    }
    source.on('data', take).once('end', finish);
  } catch (error) {
    refuse(error);
  }
  return promise;
}

/**
 * A client sends a body in parts of some size. Each byte can be a chunk of its own, which takes a thousand times as long to
 * read as a byte of a long chunk.
 */
const mostTinyParts = 5000;
const bytesOfTinyPart = 16;

class TinyParts extends Problem {
  constructor() {
    super('UNREADABLE_BODY', 'The body comes in too many small parts.');
  }
}

export function hasBody({ headers }: Request): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

const decompressors: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** A compressed body takes a thousand times its length in memory, so only callers who are known may send one. */
function decompressed(request: Request, isKnown: boolean): Readable {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return request;
  const decompress = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined;
  if (!decompress) throw new Problem('UNREADABLE_BODY');
  if (!isKnown) throw new Problem('UNREADABLE_BODY', 'A compressed body needs credentials in the headers.');
  return request.pipe(decompress());
}
