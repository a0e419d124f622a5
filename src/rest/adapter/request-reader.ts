import type { Request } from 'express';
import type { Services } from '../../api/context.ts';
import type { Viewer } from '../../api/viewer.ts';
import { authenticate, authenticateAs } from '../../http/authentication.ts';
import { readQuery } from '../../http/body/form-body.ts';
import { credentialsIn, hasCredentials } from '../../http/credentials.ts';
import { Problem } from '../../kernel/problem.ts';
import { objectIn } from './field.ts';
import { bodyReader } from './request-body.ts';
import type { Given, Row } from './row.ts';

export function receiver(row: Row<unknown>, services: Services) {
  const readBody = bodyReader(row);
  const mayAuthenticateLater = row.path.startsWith('/v3');
  const objects = Object.keys(row.fields).filter((name) => row.fields[name]?.hasMembers);
  return async (request: Request): Promise<{ fields: Given; viewer: Viewer }> => {
    // Authenticate first: a caller without a key must not make the server read a large body.
    const isLater = mayAuthenticateLater && !hasCredentials(request.headers);
    const known = isLater ? null : await authenticate(request, services);
    if (!known && !mayAuthenticateLater) throw new Problem('UNAUTHENTICATED');
    const body = bodyOf(await readBody(request), row);
    const inBody = () => authenticateAs(credentialsIn(body, request.headers['x-account']), request, services);
    const viewer = known ?? (await inBody());
    if (!viewer) throw new Problem('UNAUTHENTICATED');
    if (viewer.till) throw new Problem('FORBIDDEN', 'A till calls GraphQL only.');
    // Query strings end up in the logs of proxies, so credentials in them do not count.
    return { fields: { ...queryOf(request, objects), ...withMembers(body, objects), ...request.params }, viewer };
  };
}

function bodyOf(body: unknown, { bareList }: Row<unknown>): Given {
  if (bareList && Array.isArray(body)) return { [bareList]: body };
  const fields = objectIn(body);
  if (!fields) throw new Problem('UNREADABLE_BODY', 'The body is not a JSON object.');
  return fields as Given;
}

function queryOf({ method, url }: Request, objects: readonly string[]): Given {
  return method === 'POST' || method === 'PUT' ? {} : withMembers(readQuery(url), objects);
}

function withMembers(given: Given, objects: readonly string[]): Given {
  if (objects.length === 0) return given;
  const members = objects.flatMap((object) =>
    Object.entries(objectIn(given[object]) ?? {}).map(([member, value]) => [`${object}[${member}]`, value]),
  );
  return { ...Object.fromEntries(members), ...given };
}
