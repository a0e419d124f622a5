import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Services } from '../../../kernel/api/context.ts';
import type { Viewer } from '../../../kernel/api/viewer.ts';
import { Problem } from '../../../kernel/problem.ts';
import { authenticate, authenticateAs } from '../../http/authentication.ts';
import { credentialsIn } from '../../http/credentials.ts';
import { objectIn } from './field.ts';
import type { Given, Row } from './row.ts';

/** Returns a function that reads the fields of a request to a path and authenticates its caller. */
export function receiver(row: Row<unknown>, services: Services) {
  const readBody = row.method === 'GET' ? async () => {} : bodyReader(row);
  const takesCredentials = row.path.startsWith('/v3');
  return async (request: Request, response: Response): Promise<{ fields: Given; viewer: Viewer }> => {
    // Authenticate first: a caller without a key must not make the server read a large body.
    const known = await authenticate(request, services);
    if (!known && !takesCredentials) throw new Problem('UNAUTHENTICATED');
    await readBody(request, response);
    const fields = fieldsOf(request, row);
    const inBody = () => authenticateAs(credentialsIn(fields, request.headers['x-account']), request, services);
    const viewer = known ?? (await inBody());
    if (!viewer) throw new Problem('UNAUTHENTICATED');
    return { fields, viewer };
  };
}

function bodyReader({ path, bodyLimit }: Row<unknown>) {
  const limit = bodyLimit ?? '1mb';
  const parsers: RequestHandler[] = [express.json({ limit, strict: true })];
  if (path.startsWith('/v3')) parsers.push(express.urlencoded({ limit, extended: false }));
  return async (request: Request, response: Response): Promise<void> => {
    for (const parse of parsers) {
      await new Promise<void>((resolve, reject) => {
        void parse(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
      });
    }
  };
}

/** Returns all fields of a request. Parameters in the path take precedence. */
function fieldsOf(request: Request, { method, bareList }: Row<unknown>): Given {
  const fields = method === 'GET' ? queryOf(request.url) : bodyOf(request, bareList);
  return { ...fields, ...request.params };
}

/**
 * Returns the fields of a query string. Objects are bracketed or JSON; both give the field `pagination[page]`, and the
 * bracketed form takes precedence.
 */
function queryOf(url: string): Given {
  const [, query = ''] = url.split('?', 2);
  const entries = [...new URLSearchParams(query)];
  return { ...Object.fromEntries(entries.flatMap(membersOf)), ...Object.fromEntries(entries) };
}

function membersOf([name, value]: [string, string]): [string, unknown][] {
  return Object.entries(objectIn(value) ?? {}).map(([member, value]) => [`${name}[${member}]`, value]);
}

function bodyOf(request: Request, bareList: string | undefined): Given {
  const body: unknown = request.body;
  if (body === undefined && !hasBody(request)) return {};
  if (bareList && Array.isArray(body)) return { [bareList]: body };
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem('UNREADABLE_BODY');
  return body as Given;
}

function hasBody(request: Request): boolean {
  return Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
}
