import { isUtf8 } from 'node:buffer';
import querystring from 'node:querystring';
import type { Request } from 'express';
import { notUtf8, Unreadable } from '../unreadable-request.ts';
import { charsetOf, maxNames, tooManyNames } from './json-body.ts';
import { type Inspect, readBody } from './whole-body.ts';

export async function readForm(request: Request, limit: number): Promise<void> {
  if (!request.is('application/x-www-form-urlencoded')) return;
  request.body = querystring.parse(await readFormText(request, limit), '&', '=', { maxKeys: 0 });
}

const ampersand = 0x26;

export function formNames(): Inspect {
  let names = 1;
  return (part) => {
    for (let index = part.indexOf(ampersand); index !== -1; index = part.indexOf(ampersand, index + 1)) names++;
    if (names > maxNames) throw tooManyNames(maxNames);
  };
}

export async function readFormText(request: Request, limit: number): Promise<string> {
  const bytes = await readBody(request, limit, formNames());
  if (charsetOf(request.headers['content-type'] ?? '') !== 'utf-8') throw new Unreadable('A form must be in UTF-8.');
  requireUtf8(bytes);
  return bytes.toString();
}

/**
 * Reads a form. If a field is repeated, the last value counts. The function of Node takes linear time, even for many
 * repetitions.
 */
export function readUrlEncoded(bytes: Buffer, contentType = ''): Record<string, unknown> {
  const charset = charsetOf(/;\s*charset=/i.test(contentType) ? contentType : `; charset=${namedCharset(bytes)}`);
  if (charset !== 'utf-8' && charset !== 'latin1') throw new Unreadable('A form must be in UTF-8.');
  const isLatin = charset === 'latin1';
  if (!isLatin) requireUtf8(bytes);
  const options = { maxKeys: 0, ...(isLatin && { decodeURIComponent: decodeLatin }) };
  const fields = querystring.parse(bytes.toString(isLatin ? 'latin1' : 'utf8'), '&', '=', options);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value].flat().at(-1)]));
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
    const byte = form[at] === percent ? (digitAt(form, at + 1) << 4) | digitAt(form, at + 2) : -1;
    bytes[length] = byte < 0 ? (form[at] ?? 0) : byte;
    if (byte >= 0) at += 2;
  }
  return bytes.subarray(0, length);
}

const percent = 0x25;

function digitAt(form: Buffer, at: number): number {
  const byte = form[at] ?? 0;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function decodeLatin(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
