import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Services, Viewer } from '../api/context.ts';
import { credentialsIn, credentialsOf } from '../api/credentials.ts';
import { toProblem } from '../api/errors.ts';
import { replayedHeader } from '../api/idempotency.ts';
import { requireScope } from '../api/operation.ts';
import { contextOf, traceOf } from '../api/request.ts';
import { Problem } from '../problem.ts';
import { type Answer, type CompiledRow, compileRow } from './compile.ts';
import { dialectOf, failureBody } from './dialects.ts';
import { pagingHeaders } from './paging.ts';
import { commonRefusal, Refused } from './refused.ts';
import { bodyReader, fieldsOf } from './requests.ts';
import type { Media, Method, Row } from './route.ts';

/** Serves the documented paths. Everything else below /v3 and /v4 is refused in their own error shape. */
export function restRouter(rows: readonly Row<unknown>[], schema: GraphQLSchema, services: Services): Router {
  const router = Router({ caseSensitive: true });
  const paths = Map.groupBy(
    rows.map((row) => compileRow(row, schema)),
    ({ row }) => row.path,
  );
  for (const [path, compiled] of [...paths].sort(byPlace)) {
    router.all(path.replace(/\{(\w+)\}/g, ':$1'), serve(compiled, services));
  }
  router.use(['/v3', '/v4'], () => {
    throw new Problem('UNKNOWN_PATH');
  });
  router.use(['/v3', '/v4'], answerFailure(services));
  return router;
}

/** Words come before parameters in the same place: `{` sorts behind them. */
function byPlace([one]: [string, unknown], [other]: [string, unknown]): number {
  const shape = (path: string) => path.replace(/\{\w+\}/g, '{');
  return shape(one) < shape(other) ? -1 : 1;
}

/** Answers one path, whatever its methods. */
function serve(compiled: readonly CompiledRow[], services: Services): RequestHandler {
  const methods = new Map(
    compiled.map((one) => {
      const { method = 'POST', path, bodyLimit } = one.row;
      return [method, { ...one, readBody: bodyReader(path, bodyLimit) }];
    }),
  );
  const allowed = [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return async (request, response) => {
    const target = methods.get((request.method === 'HEAD' ? 'GET' : request.method) as Method);
    if (!target) {
      response.setHeader('Allow', allowed);
      throw new Problem('WRONG_METHOD');
    }
    const { row, readBody, operationOf, route } = target;
    // Whoever has no key should not have a large body read.
    const known = await viewerOf(credentialsOf(request.headers), services);
    const inBody = request.path.startsWith('/v3');
    if (!known && !inBody) throw new Problem('UNAUTHENTICATED');
    if (row.method !== 'GET') await readBody(request, response);
    const fields = fieldsOf(request, row);
    const viewer = known ?? (await viewerOf(credentialsIn(fields, request.headers['x-account']), services));
    if (!viewer) throw new Problem('UNAUTHENTICATED');
    const context = contextOf(request, services, viewer);
    const operation = operationOf(fields);
    traceOf(request).operation = operation.name;
    requireScope(viewer, operation.scope);
    const answer = await route(fields, context).catch((error: unknown) => {
      throw error instanceof Refused ? error.withStatus(row.refusalStatus) : error;
    });
    if (traceOf(request).replayed) response.setHeader(replayedHeader, 'true');
    if (answer.paging) response.setHeaders(pagingHeaders(answer.paging, services.publicUrl + request.originalUrl));
    if (answer.media && sendMedia(request, response, answer.media)) return;
    await send(response, answer);
  };
}

async function viewerOf(
  credentials: ReturnType<typeof credentialsOf>,
  { authenticator }: Services,
): Promise<Viewer | null> {
  return credentials && authenticator.authenticate(credentials);
}

/** Answers what was thrown on the way, below /v3 and /v4 and wherever else no route takes a request. */
export function answerFailure({ log }: Services): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const { requestId } = traceOf(request);
    const { failures, status: own } =
      error instanceof Refused ? error : commonRefusal(toProblem(bodyProblem(error) ?? error, log, requestId));
    // A list that breaks off is told by the connection alone.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const status = own ?? dialectOf(request.originalUrl).failureStatus(failures);
    sendText(response, status, JSON.stringify(failureBody(failures, status)));
  };
}

/** What Express and its body parsers complain about. */
function bodyProblem(error: unknown): Problem | null {
  if (error instanceof URIError) return new Problem('UNKNOWN_PATH');
  const { status } = (error ?? {}) as { status?: unknown };
  if (typeof status !== 'number' || status >= 500) return null;
  return new Problem(status === 413 ? 'BODY_TOO_LARGE' : 'UNREADABLE_BODY');
}

/** Answers that the caller has it already, or in the form that it prefers to JSON. Otherwise only notes the tag. */
function sendMedia(request: Request, response: Response, { etag, bodies }: Media): boolean {
  response.setHeader('ETag', etag);
  response.setHeader('Vary', 'Accept');
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return true;
  }
  const type = request.accepts(['application/json', ...Object.keys(bodies)]);
  const body = type ? bodies[type] : undefined;
  if (!type || body === undefined) return false;
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body);
  return true;
}

async function send(response: Response, { status, body }: Answer): Promise<void> {
  if (body === null) response.writeHead(status).end();
  else if (typeof body === 'string') sendText(response, status, body);
  else {
    response.writeHead(status, { 'Content-Type': contentType });
    await pipeline(Readable.from(body), response).catch((error: NodeJS.ErrnoException) => {
      // Whoever hangs up in the middle is told nothing.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  }
}

const contentType = 'application/json; charset=utf-8';

function sendText(response: Response, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(text) }).end(text);
}
