import querystring from 'node:querystring';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { Request } from 'express';
import { Problem } from '../../../kernel/problem.ts';
import { bytesOf, jsonReader } from '../../http/body/json-body.ts';
import { formNames, mostNames } from '../../http/body/names-of-body.ts';
import { hasBody, readBody } from '../../http/body/whole-body.ts';
import type { Given, Row } from './row.ts';

/** Returns a function that reads the body of a request: JSON, and on /v3 also forms. Only bytes limit its length. */
export function bodyReader({ path, bodyLimit }: Pick<Row<unknown>, 'path' | 'bodyLimit'>) {
  const limit = bodyLimit ?? '1mb';
  const readJson = jsonReader({ limit });
  const readsForms = path.startsWith('/v3');
  return async (request: Request): Promise<unknown> => {
    if (!hasBody(request)) return {};
    await readJson(request);
    if (request.body === undefined && readsForms) return readFormFields(request, bytesOf[limit]);
    if (request.body === undefined) throw new Problem('UNREADABLE_BODY');
    return request.body;
  };
}

const forms: Record<string, (body: Buffer, contentType: string) => Given | Promise<Given>> = {
  'application/x-www-form-urlencoded': readUrlEncoded,
  'multipart/form-data': readMultipart,
};

async function readFormFields(request: Request, limit: number): Promise<Given> {
  const contentType = request.headers['content-type'] ?? '';
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const read = Object.hasOwn(forms, type) ? forms[type] : undefined;
  if (!read) throw new Problem('UNREADABLE_BODY');
  return read(await readBody(request, limit, read === readUrlEncoded ? formNames() : undefined), contentType);
}

/** The function of Node takes time in proportion to the length, also when a field occurs many times. */
function readUrlEncoded(body: Buffer, contentType: string): Given {
  const [, charset = 'utf-8'] = /;\s*charset="?([\w-]+)/i.exec(contentType) ?? [];
  const isLatin = /^(iso-8859-1|latin1)$/i.test(charset);
  if (!isLatin && !/^utf-?8$/i.test(charset)) throw new Problem('UNREADABLE_BODY');
  const options = { maxKeys: 0, ...(isLatin && { decodeURIComponent: decodeLatin }) };
  const fields = querystring.parse(body.toString(isLatin ? 'latin1' : 'utf8'), '&', '=', options);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value].flat().at(-1)]));
}

function decodeLatin(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * Reads the fields of a multipart form. Refuses files. The parser of Node (`Response.formData`) does not accept names
 * without quotes, which .NET writes.
 */
async function readMultipart(body: Buffer, contentType: string): Promise<Given> {
  const fields: [string, string][] = [];
  try {
    const limits = { fieldSize: body.length, files: 0, parts: mostNames };
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits });
    parser.on('field', (name, value) => void fields.push([name, value]));
    parser.on('filesLimit', () => parser.destroy(new Problem('UNREADABLE_BODY')));
    parser.on('partsLimit', () => parser.destroy(new Problem('BODY_TOO_LARGE')));
    await pipeline(Readable.from(chunksOf(body)), parser);
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('UNREADABLE_BODY');
  }
  return Object.fromEntries(fields);
}

/** Other requests run between the chunks. */
function* chunksOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += 16_384) yield body.subarray(start, start + 16_384);
}
