import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { notUtf8, Unreadable } from '../unreadable-request.ts';
import { charsetOf, maxNames, tooManyNames } from './json-body.ts';
import { type Inspect, readBody } from './whole-body.ts';

export async function readForm(request: Request, limit: number): Promise<void> {
  if (!request.is('application/x-www-form-urlencoded')) return;
  const fields = Map.groupBy(fieldsOf(await readFormBytes(request, limit), 'utf8'), ([name]) => name);
  const body = [...fields].map(([name, pairs]) => {
    const values = pairs.map(([, value]) => value);
    return [name, values.length > 1 ? values : values[0]];
  });
  request.body = Object.assign(Object.create(null), Object.fromEntries(body));
}

const [ampersand, equals, plus, percent, space] = [0x26, 0x3d, 0x2b, 0x25, 0x20];

export function formNames(): Inspect {
  let names = 1;
  return (part) => {
    for (let index = part.indexOf(ampersand); index !== -1; index = part.indexOf(ampersand, index + 1)) names++;
    if (names > maxNames) throw tooManyNames(maxNames);
  };
}

export async function readFormText(request: Request, limit: number): Promise<string> {
  return (await readFormBytes(request, limit)).toString();
}

async function readFormBytes(request: Request, limit: number): Promise<Buffer> {
  const bytes = await readBody(request, limit, formNames());
  if (charsetOf(request.headers['content-type'] ?? '') !== 'utf-8') throw new Unreadable('A form must be in UTF-8.');
  requireUtf8(bytes);
  return bytes;
}

/** Reads a form. If a field is repeated, the last value counts. */
export function readUrlEncoded(bytes: Buffer, contentType = ''): Record<string, unknown> {
  const charset = charsetOf(/;\s*charset=/i.test(contentType) ? contentType : `; charset=${namedCharset(bytes)}`);
  if (charset !== 'utf-8' && charset !== 'latin1') throw new Unreadable('A form must be in UTF-8.');
  if (charset === 'utf-8') requireUtf8(bytes);
  return Object.fromEntries(fieldsOf(bytes, charset === 'utf-8' ? 'utf8' : 'latin1'));
}

const none = Buffer.alloc(0);

/** Decodes bytes. Decoding text, as Node's own functions do, can take a hundred times as long. */
function* fieldsOf(form: Buffer, charset: 'utf8' | 'latin1'): Generator<[name: string, value: string]> {
  for (let start = 0, end = 0; start < form.length; start = end + 1) {
    const next = form.indexOf(ampersand, start);
    end = next === -1 ? form.length : next;
    const pair = form.subarray(start, end);
    if (pair.length === 0) continue;
    const at = pair.indexOf(equals);
    const [name, value] = at === -1 ? [pair, none] : [pair.subarray(0, at), pair.subarray(at + 1)];
    yield [unescaped(name).toString(charset), unescaped(value).toString(charset)];
  }
}

function namedCharset(form: Buffer): string {
  const field = Buffer.from('_charset_=');
  const start = form.indexOf(field);
  if (start === -1 || (start > 0 && form[start - 1] !== ampersand)) return 'utf-8';
  const [name] = form.toString('latin1', start + field.length, start + 100).split('&');
  return name || 'utf-8';
}

export function readQuery(url: string): Record<string, unknown> {
  const start = url.indexOf('?') + 1;
  return start === 0 ? {} : readUrlEncoded(Buffer.from(url.slice(start)), '; charset=utf-8');
}

export function requireUtf8Path(path: string): void {
  if (!isUtf8(unescaped(Buffer.from(path)))) throw new Unreadable('The path is not UTF-8.');
}

function requireUtf8(form: Buffer): void {
  if (isUtf8(unescaped(form))) return;
  const pairs = form.toString('latin1').split('&');
  const [name = ''] = pairs.find((pair) => !isUtf8(unescaped(Buffer.from(pair, 'latin1'))))?.split('=', 1) ?? [];
  const field = unescaped(Buffer.from(name, 'latin1'));
  throw notUtf8(isUtf8(field) ? field.toString() : undefined);
}

/** This is a loop because a form can have hundreds of thousands of escapes. */
function unescaped(form: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(form.length);
  let length = 0;
  for (let at = 0; at < form.length; at += 1, length += 1) {
    const byte = form[at] ?? 0;
    const escaped = byte === percent ? (digitAt(form, at + 1) << 4) | digitAt(form, at + 2) : -1;
    if (escaped >= 0) at += 2;
    bytes[length] = escaped >= 0 ? escaped : byte === plus ? space : byte;
  }
  return bytes.subarray(0, length);
}

function digitAt(form: Buffer, at: number): number {
  const byte = form[at] ?? 0;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
