import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { findText, MalformedText, parseJson } from '../../kernel/values/exact-json.ts';
import { traceOf } from '../request-trace.ts';
import { notUtf8, Unreadable } from '../unreadable-request.ts';
import { charsetOf, decode } from './charset.ts';
import { jsonNames } from './names-of-body.ts';
import { hasBody, readBody } from './whole-body.ts';

/** The limits of bodies by their names. */
export const bytesOf = { '64kb': 64 * 1024, '1mb': 1024 ** 2, '32mb': 32 * 1024 ** 2 };

/**
 * Returns a function that reads the body of a request as an object or a list, whatever its type is, and sets
 * `request.body`. Rejects as `readBody` does.
 */
export function jsonReader(limit: keyof typeof bytesOf): (request: Request) => Promise<void> {
  return async (request) => {
    if (!hasBody(request)) return;
    const isKnown = Boolean(traceOf(request).viewer);
    const bytes = await readBody(request, bytesOf[limit], jsonNames(isKnown));
    request.body = bytes.length === 0 ? {} : jsonIn(bytes, isKnown, request.headers['content-type']);
  };
}

/** Parses a body that is an object or a list, and that `jsonNames` has seen. Throws `Unreadable`. */
export function jsonIn(
  bytes: Buffer,
  isKnown: boolean,
  contentType = '',
  parse: (text: string) => unknown = parseJson,
): object {
  const charset = charsetOf(contentType);
  if (charset === 'utf-8' && !isUtf8(bytes)) throw notUtf8(malformedField(bytes));
  try {
    const text = decode(bytes, charset);
    // In UTF-16, a byte that looks like a quote may be half of another character, and hide the names after it.
    if (charset.startsWith('utf-16')) jsonNames(isKnown)(Buffer.from(text));
    const body = parse(text);
    if (typeof body === 'object' && body !== null) return body;
  } catch (error) {
    if (error instanceof MalformedText) throw new Unreadable(error.message);
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Unreadable();
}

/** Returns the name of the first field whose value is not UTF-8. In Latin-1, each character is a byte of the body. */
function malformedField(bytes: Buffer): string | undefined {
  // An escape is no byte.
  const text = bytes
    .toString('latin1')
    .replace(/\\[^u]/g, '??')
    .replaceAll('\\u', '??');
  try {
    const isMalformed = (one: string) => !isUtf8(Buffer.from(one, 'latin1'));
    const name = findText(JSON.parse(text), isMalformed);
    return name === null || isMalformed(name) ? undefined : name;
  } catch {
    return undefined;
  }
}
