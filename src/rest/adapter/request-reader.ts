import type { Request } from 'express';
import type { Services } from '../../api/context.ts';
import { unauthenticated, type Viewer } from '../../api/viewer.ts';
import {
  authenticate,
  authenticateAs,
  credentialsOf,
  hasCredentials,
  requireOnePair,
} from '../../http/authentication.ts';
import { parseWellFormedJson } from '../../http/body/exact-json.ts';
import { formNames, readQuery, readUrlEncoded } from '../../http/body/form-body.ts';
import { bytesOf, jsonIn, jsonNames } from '../../http/body/json-body.ts';
import { readMultipart } from '../../http/body/multipart-body.ts';
import { hasBody, type Inspect, readBody } from '../../http/body/whole-body.ts';
import { traceOf } from '../../http/request-trace.ts';
import { turnOfStranger } from '../../http/turn-of-strangers.ts';
import { Problem } from '../../kernel/problem.ts';
import { objectIn } from './field.ts';
import type { RequestFields, Row } from './row.ts';

export function receiver(row: Row<unknown>, services: Services) {
  const readBody = bodyReader(row);
  const mayAuthenticateLater = row.path.startsWith('/v3');
  const objects = Object.keys(row.fields).filter((name) => row.fields[name]?.hasMembers);
  return async (request: Request): Promise<{ fields: RequestFields; viewer: Viewer }> => {
    // Authenticate first: a caller without a key must not make the server read a large body.
    const isLater = mayAuthenticateLater && !hasCredentials(request.headers);
    const known = isLater ? null : await authenticate(request, services);
    if (!known && !mayAuthenticateLater) throw unauthenticated();
    const body = bodyOf(await readBody(request), row);
    if (known && mayAuthenticateLater) requireOnePair(request.headers, body);
    const viewer = known ?? (await authenticateAs(credentialsOf(request.headers, body), request, services));
    if (!viewer) throw unauthenticated();
    if (viewer.till) throw new Problem('FORBIDDEN', 'A till can call only GraphQL.');
    // Query strings end up in the logs of proxies, so credentials in them do not count.
    return { fields: { ...queryOf(request, objects), ...withMembers(body, objects), ...request.params }, viewer };
  };
}

function bodyOf(body: unknown, { bareList }: Row<unknown>): RequestFields {
  if (bareList && Array.isArray(body)) return { [bareList]: body };
  const fields = objectIn(body);
  if (!fields) throw new Problem('UNREADABLE_BODY', 'The body is not a JSON object.');
  return fields as RequestFields;
}

function queryOf({ method, url }: Request, objects: readonly string[]): RequestFields {
  return method === 'POST' || method === 'PUT' ? {} : withMembers(readQuery(url), objects);
}

function withMembers(given: RequestFields, objects: readonly string[]): RequestFields {
  if (objects.length === 0) return given;
  const members = objects.flatMap((object) =>
    Object.entries(objectIn(given[object]) ?? {}).map(([member, value]) => [`${object}[${member}]`, value]),
  );
  return { ...Object.fromEntries(members), ...given };
}

/** Shorter bodies take less than a millisecond to parse. */
const bytesOfLong = 16 * 1024;

/** Reads JSON, and on /v3 also forms. Limits the bytes and the number of names. */
function bodyReader({ path, bodyLimit }: Pick<Row<unknown>, 'path' | 'bodyLimit'>) {
  const limit = bytesOf[bodyLimit ?? '1mb'];
  const forms = path.startsWith('/v3') ? formsOfV3 : {};
  return async (request: Request): Promise<unknown> => {
    if (!hasBody(request)) return {};
    const contentType = request.headers['content-type'] ?? '';
    const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const isJson = (bytes: Buffer) => type === 'application/json' || beginsAsJson(bytes);
    const bytes = await readBody(request, limit, inspecting(request, type, isJson));
    if (bytes.length === 0) return {};
    if (bytes.length > bytesOfLong && !traceOf(request).viewer) await turnOfStranger(request);
    // Many programs send JSON as a form or as text: curl, PHP and Java do by default.
    if (isJson(bytes)) return jsonIn(bytes, Boolean(traceOf(request).viewer), contentType, parseWellFormedJson);
    const read = Object.hasOwn(forms, type) ? forms[type] : undefined;
    if (!read) throw new Problem('UNREADABLE_BODY');
    return read(bytes, contentType);
  };
}

/** Counts the names of a body while it arrives. Its first character shows the format. */
function inspecting(request: Request, type: string, isJson: (bytes: Buffer) => boolean): Inspect {
  let inspect: Inspect | undefined;
  return (part) => {
    if (!inspect) {
      if (beginning(part) === undefined) return;
      const isForm = type === 'application/x-www-form-urlencoded';
      const isKnown = Boolean(traceOf(request).viewer);
      inspect = isJson(part) ? jsonNames(isKnown) : isForm ? formNames() : () => undefined;
    }
    inspect(part);
  };
}

/** Spaces and a byte order mark may come before the bracket. */
function beginsAsJson(bytes: Buffer): boolean {
  const byte = beginning(bytes);
  return byte === 0x7b || byte === 0x5b;
}

/** The bytes of spaces and of a byte order mark. */
const before = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** A loop, because a long body may consist of spaces only. */
function beginning(bytes: Buffer): number | undefined {
  return bytes.find((byte) => !before.has(byte));
}

const formsOfV3: Record<string, (body: Buffer, contentType: string) => RequestFields | Promise<RequestFields>> = {
  'application/x-www-form-urlencoded': readUrlEncoded,
  'multipart/form-data': readMultipart,
};
