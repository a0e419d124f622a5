import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { Request, Response } from 'express';
import { Problem } from '../../../kernel/problem.ts';
import { parseWellFormedJson } from '../../../kernel/values/exact-json.ts';
import { bytesReader } from '../../http/body-bytes.ts';
import { readUrlEncoded } from '../../http/form-body.ts';
import { jsonIn } from '../../http/json-body.ts';
import { notUtf8 } from '../../http/unreadable-request.ts';
import type { Given, Row } from './row.ts';

/** Returns a function that reads the body of a request: JSON, and on /v3 also forms. Only bytes limit its length. */
export function bodyReader({ path, bodyLimit }: Pick<Row<unknown>, 'path' | 'bodyLimit'>) {
  const readBytes = bytesReader(bodyLimit ?? '1mb');
  const forms = path.startsWith('/v3') ? formsOfV3 : {};
  return async (request: Request, response: Response): Promise<unknown> => {
    const bytes = await readBytes(request, response);
    if (bytes.length === 0) return {};
    const contentType = request.headers['content-type'] ?? '';
    const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    // Many programs send JSON as a form or as text: curl, PHP and Java do by default.
    if (type === 'application/json' || beginsAsJson(bytes)) return jsonIn(bytes, contentType, parseWellFormedJson);
    const read = forms[type];
    if (!read) throw new Problem('UNREADABLE_BODY');
    return read(bytes, contentType);
  };
}

/** Returns whether the first character is a bracket. Spaces and a byte order mark may come before it. */
function beginsAsJson(bytes: Buffer): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?\s*[{[]/.test(bytes.toString('latin1', 0, 100));
}

const formsOfV3: Record<string, (body: Buffer, contentType: string) => Given | Promise<Given>> = {
  'application/x-www-form-urlencoded': readUrlEncoded,
  'multipart/form-data': readMultipart,
};

/** A part takes the parser much more time than a field of another form. */
const mostParts = 1000;

/**
 * Reads the fields of a multipart form. Refuses files. The parser of Node (`Response.formData`) does not accept names
 * without quotes, which .NET writes.
 */
async function readMultipart(body: Buffer, contentType: string): Promise<Given> {
  const fields: [string, string][] = [];
  const isValid = isUtf8(body);
  try {
    const limits = { fieldSize: body.length, files: 0, parts: mostParts };
    // In Latin-1, each character is a byte, so that the invalid field can be found.
    const defCharset = isValid ? 'utf8' : 'latin1';
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits, defCharset });
    parser.on('field', (name, value) => void fields.push([name, value]));
    parser.on('filesLimit', () => parser.destroy(new Problem('UNREADABLE_BODY')));
    parser.on('partsLimit', () => parser.destroy(new Problem('BODY_TOO_LARGE')));
    await pipeline(Readable.from(chunksOf(body)), parser);
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('UNREADABLE_BODY');
  }
  if (!isValid) throw notUtf8(fields.find(([, value]) => !isUtf8(Buffer.from(value, 'latin1')))?.[0]);
  return Object.fromEntries(fields);
}

/** Other requests run between the chunks. */
function* chunksOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += 16_384) yield body.subarray(start, start + 16_384);
}
