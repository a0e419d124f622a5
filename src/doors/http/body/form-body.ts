import querystring from 'node:querystring';
import type { Request } from 'express';
import { Problem } from '../../../kernel/problem.ts';
import { formNames } from './names-of-body.ts';
import { readBody } from './whole-body.ts';

/**
 * Reads the form that a page has sent, of at most this many bytes, and sets `request.body`. A body of another type is not
 * read.
 */
export async function readForm(request: Request, limit: number): Promise<void> {
  if (!request.is('application/x-www-form-urlencoded')) return;
  const bytes = await readBody(request, limit, formNames());
  request.body = querystring.parse(textOf(bytes, request.headers['content-type']), '&', '=', { maxKeys: 0 });
}

/** Returns the text of a body in UTF-8. Throws `UNREADABLE_BODY` for another charset. */
export function textOf(bytes: Buffer, contentType = ''): string {
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s;"]*)/i.exec(contentType) ?? [];
  if (!/^utf-?8$/i.test(charset)) throw new Problem('UNREADABLE_BODY');
  return bytes.toString();
}
