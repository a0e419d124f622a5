import express, { type Request, type RequestHandler, type Response } from 'express';

const bytesOf = { '1mb': 1024 ** 2, '32mb': 32 * 1024 ** 2 };

interface Options {
  limit: keyof typeof bytesOf;
  /** Returns whether to read a body, whatever its type is. Default: JSON only. */
  type?: () => boolean;
}

/**
 * Returns a function that reads the body of a request as an object or a list, and sets `request.body`. It rejects with
 * the status 400 or 413. Almost all bodies are plain JSON of a known length. body-parser reads the others: compressed,
 * without a length, too long, or with another charset.
 */
export function jsonReader({ limit, type }: Options): (request: Request, response: Response) => Promise<void> {
  const parseOther = express.json({ limit, strict: true, ...(type && { type }) });
  return (request, response) =>
    isPlain(request, bytesOf[limit]) ? readPlain(request) : runParser(parseOther, request, response);
}

/** Runs a parser of Express. */
export function runParser(parse: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void parse(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

function isPlain({ headers, destroyed }: Request, limit: number): boolean {
  const length = Number(headers['content-length'] ?? 0);
  return (
    length > 0 &&
    length <= limit &&
    !destroyed &&
    headers['content-encoding'] === undefined &&
    /^application\/json *(; *charset=utf-8 *)?$/i.test(headers['content-type'] ?? '')
  );
}

function readPlain(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const fail = () => reject(new Unreadable());
    const finish = () => {
      request.off('error', fail).off('close', fail);
      try {
        request.body = parsed(chunks.splice(0));
        resolve();
      } catch {
        fail();
      }
    };
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.once('end', finish).once('error', fail).once('close', fail);
  });
}

class Unreadable extends Error {
  readonly status = 400;
}

function parsed(chunks: Buffer[]): object {
  const [first = Buffer.alloc(0), ...others] = chunks;
  const text = (others.length > 0 ? Buffer.concat(chunks) : first).toString();
  const body: unknown = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  if (typeof body !== 'object' || body === null) throw new Unreadable();
  return body;
}
