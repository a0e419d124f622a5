import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { shownPath } from '../../accounts/requests/request-recorder.ts';
import type { Services } from '../../api/context.ts';
import { toProblem } from '../../api/errors.ts';
import { replayedHeader } from '../../api/idempotency.ts';
import { unauthenticated, type Viewer } from '../../api/viewer.ts';
import { admitAnonymous, failureInQueue, queueAnonymousRequests } from '../../http/anonymous-queue.ts';
import {
  allowOtherOrigins,
  authenticate,
  authenticateAs,
  challenge,
  credentialsOf,
  hasCredentials,
  ignoredHeader,
  requireOnePair,
} from '../../http/authentication.ts';
import { formNames, readQuery, readUrlEncoded, requireUtf8Path } from '../../http/body/form-body.ts';
import { bytesOf, jsonIn, jsonNames, parseWellFormedJson } from '../../http/body/json-body.ts';
import { readMultipart } from '../../http/body/multipart-body.ts';
import { hasBody, type Inspect, readBody } from '../../http/body/whole-body.ts';
import { contextOf, traceOf } from '../../http/request-trace.ts';
import { statusOfUnreadable, Unreadable } from '../../http/unreadable-request.ts';
import { onBehalfOf } from '../../kernel/clocks/account-clocks.ts';
import { Problem } from '../../kernel/problem.ts';
import { withinSpan } from '../../kernel/telemetry/instrumentation.ts';
import { forget, inMemory } from '../../kernel/values/json-text.ts';
import { envelopeStyleOf, failureBody, pagingHeaders, type RunnableRow, runnable, send } from './answer.ts';
import { commonError, RestError } from './error-codes.ts';
import { objectIn } from './field.ts';
import { type Method, methodsOf, type RequestFields, type Row } from './row.ts';
import { ignoredParameters } from './row-input.ts';

export function restRouter(rows: readonly Row<unknown>[], schema: GraphQLSchema, services: Services): Router {
  const router = Router({ caseSensitive: true });
  router.use((request, response, next) =>
    /^\/v[34](\/|$)/.test(request.path) ? allowOtherOrigins(request, response, next) : next('router'),
  );
  router.use(({ path }, _response, next) => {
    if (path.includes('%')) requireUtf8Path(path);
    next();
  });
  const paths = Map.groupBy(
    rows.map((row) => runnable(row, schema)),
    ({ row }) => row.path,
  );
  const literal = new Map<string, RequestHandler>();
  // The router compares a request with each path in turn, so handle the paths without parameters first, which are most
  // of them.
  router.use((request, response, next) => (literal.get(request.path) ?? skip)(request, response, next));
  for (const [path, same] of [...paths].sort(byPlace)) {
    const answer = serve(same, services);
    if (!path.includes('{')) literal.set(path, answer);
    router.all(path.replace(/\{(\w+)\}/g, ':$1'), answer);
  }
  router.use(['/v3', '/v4'], queueAnonymousRequests, ({ baseUrl, path }) => {
    // For some malformed addresses, Express has no path.
    const isShort = path !== null && path.length < longestPath;
    const [closest] = isShort ? suggestionList(baseUrl + path, [...literal.keys()]) : [];
    const advice = closest ? `The closest one is ${closest}.` : `${services.publicUrl}/docs lists all paths.`;
    throw new Problem('UNKNOWN_PATH', `There is no such path. ${advice}`);
  });
  router.use(['/v3', '/v4'], answerFailure(services));
  return router;
}

const longestPath = 100;

const skip: RequestHandler = (_request, _response, next) => next();

/** Sorts literal segments before parameters in the same place, because `{` sorts after letters. */
function byPlace([one]: [string, unknown], [other]: [string, unknown]): number {
  const shape = (path: string) => path.replace(/\{\w+\}/g, '{');
  return shape(one) < shape(other) ? -1 : 1;
}

function serve(rows: readonly RunnableRow[], services: Services): RequestHandler {
  const methods = new Map<Method, RequestHandler>(
    rows.flatMap((one) => {
      const answer = serveRow(one, services);
      return methodsOf(one.row).map((method) => [method, answer] as const);
    }),
  );
  const allowed = [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return (request, response, next) => {
    const answer = methods.get((request.method === 'HEAD' ? 'GET' : request.method) as Method);
    if (answer) return answer(request, response, next);
    response.setHeader('Allow', allowed.join(', '));
    throw new Problem('WRONG_METHOD', `The path does not accept ${request.method}. It accepts ${listed(allowed)}.`);
  };
}

const listed = (words: readonly string[]) => new Intl.ListFormat('en').format(words);

function serveRow({ row, operationOf, shapeOf, fieldsOf, answer: answerTo }: RunnableRow, services: Services) {
  const receive = receiver(row, services);
  return async (request: Request, response: Response): Promise<void> => {
    traceOf(request).path = shownPath(row.path, request.params);
    const { fields, unread, viewer } = await receive(request);
    const ignored = ignoredParameters(fieldsOf(fields), fields, unread);
    if (ignored) response.setHeader(ignoredHeader, ignored);
    const context = contextOf(request, services, viewer);
    const operation = operationOf(fields);
    const shape = () => shapeOf(fields);
    Object.assign(traceOf(request), { operation: operation.name, given: fields, shape });
    const answer = await withinSpan(operation.name, () =>
      onBehalfOf(viewer.account, () => answerTo(fields, context)),
    ).catch((error: unknown) => {
      throw error instanceof RestError ? error.withStatus(row.errorStatus) : error;
    });
    if (traceOf(request).replayed) response.setHeader(replayedHeader, 'true');
    if (answer.paging) response.setHeaders(pagingHeaders(answer.paging, services.publicUrl + targetOf(request)));
    await send(request, response, answer);
    forget(answer);
  };
}

/** Responds to failures, even to errors that no other route handles. */
export function answerFailure(services: Services): ErrorRequestHandler {
  return async (given: unknown, request, response, _next) => {
    const error = await failureInQueue(request, given);
    const { requestId } = traceOf(request);
    const restError =
      error instanceof RestError ? error : commonError(toProblem(bodyProblem(error) ?? error, services.log, requestId));
    traceOf(request).problem = String(restError.failures[0]?.code ?? '');
    // The response has begun, so only closing the connection can report the failure.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { failures, retryAfter } = restError;
    if (retryAfter !== null) response.setHeader('Retry-After', retryAfter);
    const status = restError.status ?? envelopeStyleOf(targetOf(request)).failureStatus(failures);
    if (status === 401) response.setHeader('WWW-Authenticate', challenge);
    await send(request, response, { status, ...inMemory(failureBody(failures, status)), media: null, paging: null });
  };
}

/** Returns the target of a request without the origin, which a proxy may send. */
function targetOf({ originalUrl }: Request): string {
  return originalUrl.replace(/^https?:\/\/[^/?]*/i, '');
}

/** Returns the problem for an error from Express or its body parsers. Returns null for any other error. */
function bodyProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (error instanceof URIError) return new Problem('UNKNOWN_PATH');
  const unreadable = statusOfUnreadable(error);
  return unreadable && new Problem(unreadable === 413 ? 'BODY_TOO_LARGE' : 'UNREADABLE_BODY');
}

interface Received {
  fields: RequestFields;
  /** The parameters in the query string of a POST or PUT, which is not read. */
  unread: string[];
  viewer: Viewer;
}

function receiver(row: Row<unknown>, services: Services) {
  const readBody = bodyReader(row);
  const mayAuthenticateLater = row.path.startsWith('/v3');
  const objects = Object.keys(row.fields).filter((name) => row.fields[name]?.hasMembers);
  return async (request: Request): Promise<Received> => {
    // Authenticate first: a caller without a key must not make the server read a large body.
    const isLater = mayAuthenticateLater && !hasCredentials(request.headers);
    const known = isLater ? null : await authenticate(request, services);
    if (!known && !mayAuthenticateLater) throw unauthenticated();
    const body = bodyOf(await readBody(request), row);
    if (known && mayAuthenticateLater) requireOnePair(request.headers, body);
    const viewer = known ?? (await authenticateAs(credentialsOf(request.headers, body), request, services));
    if (!viewer) throw unauthenticated();
    if (viewer.till) throw new Problem('FORBIDDEN', 'A till can call only GraphQL.');
    // Credentials in query strings do not count, because query strings end up in the logs of proxies.
    const fields = { ...queryOf(request, objects), ...withMembers(body, objects), ...request.params };
    return { fields, unread: unreadQuery(request), viewer };
  };
}

function bodyOf(body: unknown, { bareList }: Row<unknown>): RequestFields {
  if (bareList && Array.isArray(body)) return { [bareList]: body };
  const fields = objectIn(body);
  if (!fields) throw new Unreadable('The body is a JSON list, but must be an object.');
  return fields as RequestFields;
}

function queryOf(request: Request, objects: readonly string[]): RequestFields {
  return readsQuery(request) ? withMembers(readQuery(request.url), objects) : {};
}

function readsQuery({ method }: Request): boolean {
  return method !== 'POST' && method !== 'PUT';
}

function unreadQuery(request: Request): string[] {
  const start = request.url.indexOf('?');
  if (start === -1 || readsQuery(request)) return [];
  return [...new URLSearchParams(request.url.slice(start, start + longestUnread)).keys()];
}

const longestUnread = 2000;

function withMembers(given: RequestFields, objects: readonly string[]): RequestFields {
  if (objects.length === 0) return given;
  const members = objects.flatMap((object) =>
    Object.entries(objectIn(given[object]) ?? {}).map(([member, value]) => [`${object}[${member}]`, value]),
  );
  return { ...Object.fromEntries(members), ...given };
}

/** The length from which a body counts as long. A shorter one takes less than a millisecond to parse. */
const bytesOfLong = 16 * 1024;

/** Reads JSON and, on /v3, forms. Limits the bytes and the number of names. */
function bodyReader({ path, bodyLimit }: Pick<Row<unknown>, 'path' | 'bodyLimit'>) {
  const limit = bytesOf[bodyLimit ?? '1mb'];
  const forms = path.startsWith('/v3') ? formsOfV3 : {};
  return async (request: Request): Promise<unknown> => {
    if (!hasBody(request)) return {};
    const contentType = request.headers['content-type'] ?? '';
    const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const { inspect, isJson } = inspecting(request, type);
    const bytes = await readBody(request, limit, inspect);
    if (bytes.length === 0) return {};
    if (bytes.length > bytesOfLong && !traceOf(request).viewer) await admitAnonymous(request);
    // Many programs send JSON as a form or as text. curl, PHP and Java do so by default.
    if (isJson()) return jsonIn(bytes, Boolean(traceOf(request).viewer), contentType, parseWellFormedJson);
    const read = Object.hasOwn(forms, type) ? forms[type] : undefined;
    if (!read)
      throw new Unreadable(`${unsupported(type)} Send application/json${path.startsWith('/v3') ? ' or a form' : ''}.`);
    return read(bytes, contentType);
  };
}

function unsupported(type: string): string {
  return type ? `The content type ${type.slice(0, 100)} is not supported.` : 'The body has no content type.';
}

/** Counts the names of a body while it arrives. The first character shows the format: JSON begins with a bracket. */
function inspecting(request: Request, type: string): { inspect: Inspect; isJson: () => boolean } {
  let isJson = type === 'application/json';
  let count: Inspect | undefined;
  const inspect: Inspect = (part) => {
    if (!count) {
      const byte = beginning(part);
      if (byte === undefined) return;
      isJson ||= byte === 0x7b || byte === 0x5b;
      const isForm = type === 'application/x-www-form-urlencoded';
      count = isJson ? jsonNames(Boolean(traceOf(request).viewer)) : isForm ? formNames() : () => undefined;
    }
    count(part);
  };
  return { inspect, isJson: () => isJson };
}

/** The bytes of spaces and of a byte order mark. */
const before = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** This is a loop because a long body may consist only of spaces. */
function beginning(bytes: Buffer): number | undefined {
  return bytes.find((byte) => !before.has(byte));
}

const formsOfV3: Record<string, (body: Buffer, contentType: string) => RequestFields | Promise<RequestFields>> = {
  'application/x-www-form-urlencoded': readUrlEncoded,
  'multipart/form-data': readMultipart,
};
