import type { Request } from 'express';
import { Problem } from '../../../kernel/problem.ts';
import { traceOf } from '../request-trace.ts';
import { textOf } from './form-body.ts';
import { jsonNames } from './names-of-body.ts';
import { readBody } from './whole-body.ts';

/** The limits of bodies by their names. */
export const bytesOf = { '64kb': 64 * 1024, '1mb': 1024 ** 2, '32mb': 32 * 1024 ** 2 };

interface Options {
  limit: keyof typeof bytesOf;
  /** Returns whether to read a body, whatever its type is. Default: JSON only. */
  type?: () => boolean;
}

/**
 * Returns a function that reads the body of a request as an object or a list, and sets `request.body`. Rejects as
 * `readBody` does.
 */
export function jsonReader({ limit, type }: Options): (request: Request) => Promise<void> {
  const mayRead = type ?? ((request: Request) => Boolean(request.is('application/json')));
  return async (request) => {
    if (!mayHaveBody(request) || !mayRead(request)) return;
    const bytes = await readBody(request, bytesOf[limit], jsonNames(Boolean(traceOf(request).viewer)));
    request.body = bytes.length === 0 ? {} : parsed(textOf(bytes, request.headers['content-type']));
  };
}

function mayHaveBody({ headers }: Request): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function parsed(text: string): object {
  let body: unknown;
  try {
    body = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch {
    throw new Problem('UNREADABLE_BODY');
  }
  if (typeof body !== 'object' || body === null) throw new Problem('UNREADABLE_BODY');
  return body;
}
