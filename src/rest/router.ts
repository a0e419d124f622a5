import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Context, Services } from '../api/context.ts';
import { credentialsIn, credentialsOf } from '../api/credentials.ts';
import { toProblem } from '../api/errors.ts';
import { replayedHeader } from '../api/idempotency.ts';
import { requireScope } from '../api/operation.ts';
import { contextOf, traceOf } from '../api/request.ts';
import { Problem } from '../problem.ts';
import { dialects, failureBody } from './dialects.ts';
import { type CompiledRow, commonRefusal, compileRow, type Media, Refused, type Row } from './route.ts';

const bodyLimit = '1mb';

/** Serves the documented paths. Everything else below /v3 and /v4 is refused in their own error shape. */
export function restRouter(rows: readonly Row<unknown>[], schema: GraphQLSchema, services: Services): Router {
  const router = Router();
  const paths = Map.groupBy(
    rows.map((row) => compileRow(row, schema)),
    ({ row }) => row.path,
  );
  router.use(['/v3', '/v4'], express.json({ limit: bodyLimit, strict: true }));
  router.use('/v3', express.urlencoded({ limit: bodyLimit, extended: false }));
  for (const [path, compiled] of paths) router.all(path, serve(compiled, services));
  router.use(['/v3', '/v4'], () => {
    throw new Problem('UNKNOWN_PATH');
  });
  router.use(['/v3', '/v4'], answerFailure(services));
  return router;
}

/** Answers one path, whatever its methods. */
function serve(compiled: readonly CompiledRow[], services: Services): RequestHandler {
  const methods = new Map(compiled.map((one) => [one.row.method ?? 'POST', one]));
  return async (request, response) => {
    const target = methods.get(request.method as 'POST');
    if (!target) {
      response.setHeader('Allow', [...methods.keys()].join(', '));
      throw new Problem('WRONG_METHOD');
    }
    const fields = fieldsOf(request);
    const context = await authenticate(request, fields, services);
    const operation = target.operationOf(fields);
    traceOf(request).operation = operation.name;
    requireScope(context.viewer, operation.scope);
    const { reply, media } = await target.route(fields, context).catch((error: unknown) => {
      throw error instanceof Refused ? error.withStatus(target.row.refusalStatus) : error;
    });
    if (traceOf(request).replayed) response.setHeader(replayedHeader, 'true');
    if (media && sendMedia(request, response, media)) return;
    send(response, 200, dialectOf(request).success(reply));
  };
}

function fieldsOf(request: Request): Record<string, unknown> {
  const body: unknown = request.body;
  if (body === undefined && !hasBody(request)) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem('UNREADABLE_BODY');
  return body as Record<string, unknown>;
}

function hasBody(request: Request): boolean {
  return Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
}

async function authenticate(request: Request, fields: Record<string, unknown>, services: Services): Promise<Context> {
  const inBody = request.path.startsWith('/v3') ? credentialsIn(fields, request.headers['x-account']) : null;
  const credentials = credentialsOf(request.headers) ?? inBody;
  if (!credentials) throw new Problem('UNAUTHENTICATED');
  const viewer = await services.authenticator.authenticate(credentials);
  return contextOf(request, services, viewer);
}

/** Answers what was thrown on the way, below /v3 and /v4 and wherever else no route takes a request. */
export function answerFailure({ log }: Services): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const { requestId } = traceOf(request);
    const refused =
      error instanceof Refused ? error : commonRefusal(toProblem(bodyProblem(error) ?? error, log, requestId));
    const status = refused.status ?? dialectOf(request).failureStatus;
    send(response, status, failureBody(refused, status));
  };
}

/** What Express and its body parsers complain about. */
function bodyProblem(error: unknown): Problem | null {
  if (error instanceof URIError) return new Problem('UNKNOWN_PATH');
  const { status } = (error ?? {}) as { status?: unknown };
  if (typeof status !== 'number' || status >= 500) return null;
  return new Problem(status === 413 ? 'BODY_TOO_LARGE' : 'UNREADABLE_BODY');
}

function dialectOf(request: Request) {
  return request.originalUrl.startsWith('/v4') ? dialects.v4 : dialects.v3;
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

function send(response: Response, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
