import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { Problem } from '../../kernel/problem.ts';
import { notUtf8, Unreadable } from '../unreadable-request.ts';
import { charsetNamed, decode, maxNames, tooManyNames } from './json-body.ts';

const malformed =
  'The multipart form cannot be read: each part begins, and the form ends, with the boundary that the content type names.';

interface Field {
  name: string;
  bytes: Buffer;
  charset: string | undefined;
}

/**
 * Reads a form, and refuses files. Node's parser (`Response.formData`) rejects unquoted names, which .NET writes.
 */
export async function readMultipart(body: Buffer, contentType: string): Promise<Record<string, string>> {
  const fields: Field[] = [];
  const { form, parts } = withCharsets(body, contentType);
  try {
    const limits = { fieldSize: body.length, files: 0, parts: maxNames };
    // Latin-1 keeps every byte. The parser itself would replace malformed text.
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits, defCharset: 'latin1' });
    parser.on('field', (name: string | undefined, value, _1, _2, _3, type) => {
      if (name === undefined) return;
      const [, charset] = /^charset\/(.+)$/.exec(type) ?? [];
      fields.push({ name, bytes: Buffer.from(value, 'latin1'), charset });
    });
    parser.on('filesLimit', () => parser.destroy(new Unreadable('The form contains a file. Send fields only.')));
    parser.on('partsLimit', () => parser.destroy(tooManyNames(maxNames)));
    await pipeline(Readable.from(chunksOf(form)), parser);
  } catch (error) {
    throw error instanceof Problem ? error : new Unreadable(malformed);
  }
  if (parts < fields.length) throw new Unreadable(malformed);
  const usual = fields.find(({ name }) => name === '_charset_')?.bytes.toString('latin1') || 'utf-8';
  return Object.fromEntries(fields.map((field) => [field.name, textOf(field, usual)]));
}

function textOf({ name, bytes, charset }: Field, usual: string): string {
  if (name.includes('\ufffd')) throw notUtf8(undefined);
  const known = charsetNamed(charset ?? usual);
  if (known !== 'utf-8') return decode(bytes, known, name);
  if (!isUtf8(bytes)) throw notUtf8(name);
  return bytes.toString();
}

/**
 * Adds the charset of each part to its content type, because the parser reports nothing else. Also counts the parts.
 */
function withCharsets(body: Buffer, contentType: string): { form: Buffer; parts: number } {
  const [, quoted, plain = ''] = /;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = RegExp.escape(quoted ?? plain);
  const headers = new RegExp(String.raw`(?<=^|\r\n)--${boundary}[^\r\n]*\r\n(?:[^\r\n]+\r\n){0,2000}`, 'g');
  let parts = 0;
  const form = body.toString('latin1').replace(headers, (header) => {
    parts += 1;
    // The end of the form is counted, too.
    if (parts > maxNames + 1) throw tooManyNames(maxNames);
    return header.replace(/^content-type:.*(?:\r\n[ \t].*)*/im, (line) => {
      const [, charset] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(line) ?? [];
      return charset && !/octet-stream/i.test(line) ? `Content-Type: charset/${charset}` : line;
    });
  });
  return { form: Buffer.from(form, 'latin1'), parts };
}

function* chunksOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += 16_384) yield body.subarray(start, start + 16_384);
}
