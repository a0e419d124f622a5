import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { Problem } from '../../kernel/problem.ts';
import { traceOf } from '../request-trace.ts';
import { notUtf8, Unreadable } from '../unreadable-request.ts';
import { findText, MalformedText, parseJson } from './exact-json.ts';
import { hasBody, type Inspect, readBody } from './whole-body.ts';

export const bytesOf = { '64kb': 64 * 1024, '1mb': 1024 ** 2, '32mb': 32 * 1024 ** 2 };

/** Accepts an object or a list of any content type, and sets `request.body`. */
export function jsonReader(limit: keyof typeof bytesOf): (request: Request) => Promise<void> {
  return async (request) => {
    if (!hasBody(request)) return;
    const isKnown = Boolean(traceOf(request).viewer);
    const bytes = await readBody(request, bytesOf[limit], jsonNames(isKnown));
    request.body = bytes.length === 0 ? {} : jsonIn(bytes, isKnown, request.headers['content-type']);
  };
}

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
    // In UTF-16, half of another character may look like a quote and hide names.
    if (charset.startsWith('utf-16')) jsonNames(isKnown)(Buffer.from(text));
    const body = parse(text);
    if (typeof body === 'object' && body !== null) return body;
  } catch (error) {
    if (error instanceof MalformedText) throw new Unreadable(error.message);
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Unreadable();
}

function malformedField(bytes: Buffer): string | undefined {
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

type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

const charsets: Record<string, Charset> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'iso-8859-1': 'latin1',
  latin1: 'latin1',
};

/** Default UTF-8. Throws `Unreadable` if unsupported. */
export function charsetOf(contentType: string): Charset {
  const [, name = 'utf-8'] = /;\s*charset="?([^\s";]+)/i.exec(contentType) ?? [];
  return charsetNamed(name);
}

export function charsetNamed(name: string): Charset {
  const charset = Object.hasOwn(charsets, name.toLowerCase()) ? charsets[name.toLowerCase()] : undefined;
  if (!charset) throw new Unreadable(`The charset ${name} is not supported. Use UTF-8.`);
  return charset;
}

const decoders = new Map(
  (['utf-8', 'utf-16le', 'utf-16be'] as const).map((charset) => [charset, new TextDecoder(charset, { fatal: true })]),
);

/** Decodes a body or a field of this name, without its byte order mark. Throws `Unreadable` instead of replacing malformed text. */
export function decode(bytes: Buffer, charset: Charset, name = 'The body'): string {
  if (charset === 'latin1') return bytes.toString('latin1');
  try {
    return decoders.get(charset)?.decode(bytes) ?? '';
  } catch {
    throw new Unreadable(`${name} is not ${charset.toUpperCase()}.`);
  }
}

/** For a form, for one object, and for a whole body without credentials. */
export const maxNames = 1000;

/** For 1,000 loyalty users with 50 fields each. Another 50,000 take 40 ms. */
const maxNamesOfKnown = 50_000;

const maxLevels = 100;

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Limits names and levels on arrival. Counts for text that is not JSON are arbitrary. */
export function jsonNames(isKnown: boolean): Inspect {
  const maxOfBody = isKnown ? maxNamesOfKnown : maxNames;
  const levels = [0];
  let names = 0;
  let isText = false;
  let isEscaped = false;
  return (part) => {
    for (let index = 0; index < part.length; index++) {
      const byte = part[index];
      if (isEscaped) isEscaped = false;
      else if (isText) {
        if (byte === backslash) isEscaped = true;
        else if (byte === quote) isText = false;
      } else if (byte === quote) isText = true;
      else if (byte === colon) {
        names++;
        const ofObject = (levels.pop() ?? 0) + 1;
        levels.push(ofObject);
        if (ofObject > maxNames) throw tooManyNames(maxNames);
        if (names > maxOfBody) throw tooManyNames(maxOfBody);
      } else if (byte === openBrace || byte === openBracket) {
        if (levels.push(0) > maxLevels + 1)
          throw new Problem('UNREADABLE_BODY', `The body has more than ${maxLevels} levels.`);
      } else if (byte === closeBrace || byte === closeBracket) levels.pop();
    }
  };
}

export function tooManyNames(most: number): Problem {
  return new Problem('BODY_TOO_LARGE', `The body has more than ${most.toLocaleString('en')} names.`);
}
