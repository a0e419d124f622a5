import express, { type Request, type Response } from 'express';
import { Unreadable } from './unreadable-request.ts';

const bytesOf = { '1mb': 1024 ** 2, '32mb': 32 * 1024 ** 2 };

/**
 * Returns a function that reads the body of a request, whatever its type is. It rejects with the status 400 or 413. Almost
 * all bodies have a known length. body-parser reads the others: compressed, without a length, or too long.
 */
export function bytesReader(limit: keyof typeof bytesOf): (request: Request, response: Response) => Promise<Buffer> {
  const parseOther = express.raw({ limit, type: () => true });
  return async (request, response) => {
    if (isPlain(request, bytesOf[limit])) return readPlain(request);
    await new Promise<void>((resolve, reject) => {
      void parseOther(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
    });
    const { body } = request;
    return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  };
}

function isPlain({ headers, destroyed }: Request, limit: number): boolean {
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 && length <= limit && !destroyed && headers['content-encoding'] === undefined;
}

function readPlain(request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const fail = () => reject(new Unreadable());
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.once('error', fail).once('close', fail);
    request.once('end', () => {
      request.off('error', fail).off('close', fail);
      const [first = Buffer.alloc(0), ...others] = chunks.splice(0);
      resolve(others.length > 0 ? Buffer.concat([first, ...others]) : first);
    });
  });
}
