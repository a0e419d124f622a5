import type { Duplex, Readable } from 'node:stream';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { Problem, TooManyRequests } from '../../kernel/problem.ts';
import { networkOf } from '../../kernel/values/client-network.ts';
import { addressOf, traceOf } from '../request-trace.ts';

export type Inspect = (part: Buffer) => void;

/** Reads a body into memory. Authenticate the caller first, because unfinished bodies count towards its limits. */
export function readBody(request: Request, limit: number, inspect?: Inspect): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const rootId = traceOf(request).viewer?.account.rootId;
  const unfinished = new UnfinishedBody(rootId === undefined ? { address: addressOf(request) } : { rootId });
  const body = new GrowingBuffer();
  let source: Readable = request;
  const take = (part: Buffer): void => {
    try {
      const size = body.length + part.length;
      if (size > limit) throw tooLarge(limit);
      unfinished.add(part.length);
      inspect?.(part);
      body.add(part);
    } catch (error) {
      refuse(error);
    }
  };
  const breakOff = (): void => refuse(new Problem('UNREADABLE_BODY'));
  const breakPacked = (): void =>
    refuse(new Problem('UNREADABLE_BODY', `The body is not valid ${request.headers['content-encoding']}.`));
  let packed = 0;
  const takePacked = (part: Buffer): void => {
    packed += part.length;
    if (packed > limit) refuse(tooLarge(limit));
  };
  const stop = (): void => {
    unfinished.end();
    request.off('data', takePacked);
    source.off('data', take).off('end', finish).off('error', breakPacked);
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
    void readOn(request);
    reject(error);
  };
  request.once('error', breakOff).once('close', breakOff);
  try {
    if (request.destroyed) throw new Problem('UNREADABLE_BODY');
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
    source = decompressed(request, rootId !== undefined);
    if (source !== request) {
      // Limit the compressed size too: a stream of empty blocks never produces output.
      request.on('data', takePacked).once('end', () => request.off('close', breakOff));
      source.once('error', breakPacked);
    }
    source.on('data', take).once('end', finish);
  } catch (error) {
    refuse(error);
  }
  return promise;
}

function tooLarge(limit: number): Problem {
  const size = limit < 1024 ** 2 ? `${limit / 1024} KiB` : `${limit / 1024 ** 2} MiB`;
  return new Problem('BODY_TOO_LARGE', `The body is larger than ${size}.`);
}

let lastRead: Promise<unknown> = Promise.resolve();

/**
 * Discards the rest of a body, for callers that read only after sending everything. Reads one part per turn of the
 * event loop.
 */
export async function readOn(request: Readable): Promise<void> {
  try {
    for await (const _part of request) {
      const before = lastRead;
      lastRead = before.then(() => nextIteration());
      await before;
    }
  } catch {
    // The caller has left.
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

/** A compressed body can grow a thousandfold, so only known callers may send one. */
function decompressed(request: Request, isKnown: boolean): Readable {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return request;
  const decompress = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined;
  if (!decompress)
    throw new Problem('UNREADABLE_BODY', 'The content encoding is not supported. Use gzip, deflate or br.');
  if (!isKnown) throw new Problem('UNREADABLE_BODY', 'A compressed body needs credentials in the headers.');
  return request.pipe(decompress());
}

/** Grows a single buffer. Callers choose the size of parts, and a list would take a hundred bytes per part. */
class GrowingBuffer {
  #bytes: Buffer | null = null;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(part: Buffer): void {
    const length = this.#length + part.length;
    if (this.#bytes === null) this.#bytes = part;
    else {
      if (length > this.#bytes.length || this.#length === this.#bytes.length) this.#grow(2 * length);
      part.copy(this.#bytes, this.#length);
    }
    this.#length = length;
  }

  taken(): Buffer {
    const whole = this.#bytes?.subarray(0, this.#length) ?? Buffer.alloc(0);
    this.#bytes = null;
    this.#length = 0;
    return whole;
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafe(size);
    this.#bytes?.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

const mebibyte = 1024 ** 2;

/**
 * The limits on unfinished bodies: eight of the longest per anonymous address, and four bulk bodies per root account.
 */
export const maxUnfinished = {
  address: { one: 8 * mebibyte, all: 64 * mebibyte },
  account: { one: 128 * mebibyte, all: 512 * mebibyte },
};

/** The first bytes of a body do not count, so sign-ins and claims get through even at the limit. */
export const uncountedBytes = 8 * 1024;

const untilRoomSeconds = 1;

class Total {
  readonly #limits: { one: number; all: number };
  readonly #byKey = new Map<string, number>();
  #all = 0;

  constructor(limits: { one: number; all: number }) {
    this.#limits = limits;
  }

  add(key: string, bytes: number): void {
    const ofKey = (this.#byKey.get(key) ?? 0) + bytes;
    if (ofKey > this.#limits.one)
      throw new TooManyRequests(untilRoomSeconds, 'Too many bodies are being sent. Wait for one to end.');
    if (this.#all + bytes > this.#limits.all) throw new Problem('UNAVAILABLE');
    this.#byKey.set(key, ofKey);
    this.#all += bytes;
  }

  remove(key: string, bytes: number): void {
    const left = (this.#byKey.get(key) ?? 0) - bytes;
    if (left > 0) this.#byKey.set(key, left);
    else this.#byKey.delete(key);
    this.#all -= bytes;
  }
}

const ofAddresses = new Total(maxUnfinished.address);
const ofAccounts = new Total(maxUnfinished.account);

export type Payer = { rootId: string } | { address: string };

export class UnfinishedBody {
  readonly #total: Total;
  readonly #key: string;
  #bytes = 0;
  #counted = 0;

  constructor(payer: Payer) {
    this.#total = 'rootId' in payer ? ofAccounts : ofAddresses;
    this.#key = 'rootId' in payer ? payer.rootId : networkOf(payer.address);
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    const more = this.#bytes - uncountedBytes - this.#counted;
    if (more <= 0) return;
    this.#total.add(this.#key, more);
    this.#counted += more;
  }

  end(): void {
    if (this.#counted > 0) this.#total.remove(this.#key, this.#counted);
    this.#bytes = 0;
    this.#counted = 0;
  }
}
