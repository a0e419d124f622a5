import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { Problem } from '../../kernel/problem.ts';
import { yieldToEventLoop } from '../../kernel/values/event-loop.ts';
import { traceOf } from '../request-trace.ts';
import { notUtf8, Unreadable } from '../unreadable-request.ts';
import { faultIn } from './json-fault.ts';
import { type Parse, parseStepwise } from './stepwise-json.ts';
import { hasBody, type Inspect, readBody } from './whole-body.ts';

export const bytesOf = { '64kb': 64 * 1024, '1mb': 1024 ** 2, '32mb': 32 * 1024 ** 2 };

/** Reads an object or a list, whatever the content type, and stores it in `request.body`. */
export function jsonReader(limit: keyof typeof bytesOf, maxOfLists?: number): (request: Request) => Promise<void> {
  return async (request) => {
    if (!hasBody(request)) return;
    const isKnown = Boolean(traceOf(request).viewer);
    const bytes = await readBody(request, bytesOf[limit], jsonNames(isKnown, maxOfLists));
    request.body =
      bytes.length === 0 ? {} : await jsonIn(bytes, isKnown, request.headers['content-type'], parseJson, maxOfLists);
  };
}

export async function jsonIn(
  bytes: Buffer,
  isKnown: boolean,
  contentType = '',
  parse: Parse = parseJson,
  maxOfLists?: number,
): Promise<object> {
  const json = await inUtf8(bytes, charsetOf(contentType), jsonNames(isKnown, maxOfLists));
  try {
    const body = json.length > bytesOfPart ? await parseStepwise(json, parse) : parse(json.toString());
    if (typeof body === 'object' && body !== null) return body;
  } catch (error) {
    if (error instanceof MalformedText) throw new Unreadable(error.message);
    if (error instanceof SyntaxError) throw new Unreadable(`The body is not valid JSON${placeOfFault(json)}.`);
    throw error;
  }
  throw new Unreadable('The body is a JSON value, but must be an object.');
}

function placeOfFault(json: Buffer): string {
  return json.length > bytesOf['1mb'] ? '' : faultIn(json.toString());
}

const byteOrderMark = Buffer.from('\ufeff');
const bytesOfPart = 65_536;

/**
 * Returns a body in UTF-8, without a byte order mark. Counts the names of a converted body again: in UTF-16, half of a
 * character may look like a quotation mark and hide names. Other work runs in between.
 */
async function inUtf8(bytes: Buffer, charset: Charset, inspect: Inspect): Promise<Buffer> {
  if (charset === 'utf-8') {
    if (!isUtf8(bytes)) throw notUtf8(malformedField(bytes));
    return bytes.subarray(bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0);
  }
  const textOf = partDecoder(charset);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += bytesOfPart) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    const part = Buffer.from(textOf(bytes.subarray(at, at + bytesOfPart), at + bytesOfPart >= bytes.length));
    inspect(part);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * The maximum size of a body that is searched, in bytes. In a larger one, the search for the field would block the
 * process.
 */
const longestSearched = 64 * 1024;

function malformedField(bytes: Buffer): string | undefined {
  if (bytes.length > longestSearched) return undefined;
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

/** Returns the charset, which is UTF-8 by default. Throws `Unreadable` if it is not supported. */
export function charsetOf(contentType: string): Charset {
  const [, name = 'utf-8'] = /;\s*charset="?([^\s";]+)/i.exec(contentType) ?? [];
  return charsetNamed(name);
}

export function charsetNamed(name: string): Charset {
  const charset = Object.hasOwn(charsets, name.toLowerCase()) ? charsets[name.toLowerCase()] : undefined;
  if (!charset) throw new Unreadable(`The charset ${name} is not supported. Use UTF-8.`);
  return charset;
}

/** Decodes a field of this name, without the byte order mark. Throws `Unreadable` instead of replacing malformed text. */
export function decode(bytes: Buffer, charset: Charset, name: string): string {
  return partDecoder(charset, name)(bytes, true);
}

function partDecoder(charset: Charset, name = 'The body'): (part: Buffer, isLast: boolean) => string {
  if (charset === 'latin1') return (part) => part.toString('latin1');
  const decoder = new TextDecoder(charset, { fatal: true });
  return (part, isLast) => {
    try {
      return decoder.decode(part, { stream: !isLast });
    } catch {
      throw new Unreadable(`${name} is not ${charset.toUpperCase()}.`);
    }
  };
}

/** The maximum number of names in a form, in one object, and in a whole body without credentials. */
export const maxNames = 1000;

/**
 * The maximum number of names for known callers. It is enough for 1,000 loyalty users with 50 fields each. Another
 * 50,000 names would take 40 ms.
 */
const maxNamesOfKnown = 50_000;

const maxLevels = 100;
/** The maximum number of values in objects and lists together, for unknown and for known callers. */
const [maxValues, maxValuesOfKnown] = [100_000, 250_000];

/** The maximum number of objects. GraphQL takes several microseconds to convert each of them. */
const maxObjects = 10_000;

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Limits names, values, objects and levels while the body arrives. For text that is not JSON, the counts are arbitrary. */
export function jsonNames(isKnown: boolean, maxOfLists = isKnown ? maxValuesOfKnown : maxValues): Inspect {
  const maxOfBody = isKnown ? maxNamesOfKnown : maxNames;
  const levels = [0];
  let names = 0;
  let values = 1;
  let objects = 0;
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
      } else if (byte === comma) {
        values++;
        if (values > maxOfLists)
          throw new Problem('BODY_TOO_LARGE', `The body has more than ${maxOfLists.toLocaleString('en')} values.`);
      } else if (byte === openBrace || byte === openBracket) {
        if (byte === openBrace && ++objects > maxObjects)
          throw new Problem('BODY_TOO_LARGE', `The body has more than ${maxObjects.toLocaleString('en')} objects.`);
        if (levels.push(0) > maxLevels + 1)
          throw new Problem('UNREADABLE_BODY', `The body has more than ${maxLevels} levels.`);
      } else if (byte === closeBrace || byte === closeBracket) levels.pop();
    }
  };
}

export function tooManyNames(max: number): Problem {
  return new Problem('BODY_TOO_LARGE', `The body has more than ${max.toLocaleString('en')} names.`);
}

/** The text contains half of a surrogate pair, which UTF-8 cannot represent. */
export class MalformedText extends Error {}

/**
 * A number that `JSON.parse` may round, because it has more than 15 digits or an exponent. It may also match inside
 * strings.
 */
const longNumber = /[:[,]\s*-?\d[\d.]{15}|[:[,]\s*-?\d[\d.]*[eE]/;

/** Parses JSON. Numbers that JavaScript would round become text, so that number fields refuse them. */
export function parseJson(text: string): unknown {
  return JSON.parse(withExactNumbers(text));
}

/** Returns a number that `JSON.stringify` writes with all digits. TypeScript's types lack the function. */
export function exactNumber(number: bigint): unknown {
  return Reflect.get(JSON, 'rawJSON')(String(number));
}

/**
 * Puts quotes around numbers that JavaScript would round. A reviver would take 0.2 seconds per megabyte of short
 * values.
 */
export function withExactNumbers(json: string): string {
  if (!longNumber.test(json)) return json;
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfText(json, at);
    else if (isOfNumber(code)) {
      const start = at;
      while (isOfNumber(json.charCodeAt(at + 1))) at += 1;
      const source = json.slice(start, at + 1);
      if (!isRounded(source) || isName(json, at + 1)) continue;
      parts.push(json.slice(kept, start), `"${source}"`);
      kept = at + 1;
    }
  }
  parts.push(json.slice(kept));
  return parts.join('');
}

function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return json.length;
}

/** Whether a number can contain the character. The only letter is that of the exponent. */
function isOfNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2b || code === 0x2e || (code | 0x20) === 0x65;
}

const validNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function isRounded(source: string): boolean {
  if (source.length <= 15 && !/e/i.test(source)) return false;
  const value = Number(source);
  if (!Number.isFinite(value) || String(value) === source || !validNumber.test(source)) return false;
  // A number with at most 15 significant digits is never rounded, unless it is tiny.
  const isExact = significantDigits(source) <= 15 && (value !== 0 || significantDigits(source) === 0);
  return !(isExact && (Number.isSafeInteger(value) || !/e/i.test(source)));
}

function significantDigits(source: string): number {
  return source.replace(/e.*/i, '').replace(/[-.]/g, '').replace(/^0+/, '').length;
}

/** Whether the number is in the place of a name. With quotes, an invalid name would become valid. */
function isName(json: string, after: number): boolean {
  let at = after;
  while (json.charCodeAt(at) <= 0x20) at += 1;
  return json.charCodeAt(at) === colon;
}

/** Parses JSON. Throws `MalformedText`, which names the first malformed text. Items of a list count from `first`. */
export function parseWellFormedJson(text: string, first = 0): unknown {
  const value = parseJson(text);
  if (/\\u[dD][89a-fA-F]/.test(text)) {
    const name = findText(value, (one) => !one.isWellFormed(), '', first);
    if (name !== null) throw new MalformedText(`${name.toWellFormed() || 'A text'} is not well-formed Unicode.`);
  }
  return value;
}

function findText(value: unknown, test: (text: string) => boolean, name = '', first = 0): string | null {
  if (test(name)) return name;
  if (typeof value === 'string') return test(value) ? name : null;
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = findText(value[index], test, String(first + index));
      if (found !== null) return found;
    }
    return null;
  }
  for (const [inner, one] of Object.entries(value)) {
    const found = findText(one, test, inner);
    if (found !== null) return found;
  }
  return null;
}
