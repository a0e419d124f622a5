import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { shownPath } from '../../accounts/requests/shown-body.ts';
import type { Services } from '../../api/context.ts';
import { toProblem } from '../../api/errors.ts';
import { replayedHeader } from '../../api/idempotency.ts';
import { challenge } from '../../http/authentication.ts';
import { requireUtf8Path } from '../../http/body/form-body.ts';
import { allowOtherOrigins, ignoredHeader } from '../../http/request-guards.ts';
import { contextOf, traceOf } from '../../http/request-trace.ts';
import { statusOfUnreadable } from '../../http/unreadable-request.ts';
import { onBehalfOf } from '../../kernel/clocks/account-clocks.ts';
import { Problem } from '../../kernel/problem.ts';
import { withinSpan } from '../../kernel/telemetry/tracing.ts';
import { envelopeStyleOf, failureBody, forget, pagingHeaders, send, sendText } from './answer.ts';
import { commonRefusal, Refused } from './failure-codes.ts';
import { receiver } from './request-reader.ts';
import { type Method, methodsOf, type Row } from './row.ts';
import { type RunnableRow, runnable } from './row-answer.ts';
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
  // The router compares a request with each path in turn, but most paths have no parameters.
  router.use((request, response, next) => (literal.get(request.path) ?? skip)(request, response, next));
  for (const [path, same] of [...paths].sort(byPlace)) {
    const answer = serve(same, services);
    if (!path.includes('{')) literal.set(path, answer);
    router.all(path.replace(/\{(\w+)\}/g, ':$1'), answer);
  }
  router.use(['/v3', '/v4'], ({ baseUrl, path }) => {
    const [closest] = path.length < longestPath ? suggestionList(baseUrl + path, [...literal.keys()]) : [];
    throw new Problem('UNKNOWN_PATH', closest && `There is no such path. The closest one is ${closest}.`);
  });
  router.use(['/v3', '/v4'], answerFailure(services));
  return router;
}

const longestPath = 100;

const skip: RequestHandler = (_request, _response, next) => next();

/** Sorts literal segments before parameters in the same place: `{` sorts after letters. */
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
  const allowed = [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return (request, response, next) => {
    const answer = methods.get((request.method === 'HEAD' ? 'GET' : request.method) as Method);
    if (answer) return answer(request, response, next);
    response.setHeader('Allow', allowed);
    throw new Problem('WRONG_METHOD', `The path does not accept this method. Use ${allowed}.`);
  };
}

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
      throw error instanceof Refused ? error.withStatus(row.refusalStatus) : error;
    });
    if (traceOf(request).replayed) response.setHeader(replayedHeader, 'true');
    if (answer.paging) response.setHeaders(pagingHeaders(answer.paging, services.publicUrl + targetOf(request)));
    await send(request, response, answer);
    forget(answer);
  };
}

/** Also responds to errors that no other route handles. */
export function answerFailure({ log }: Services): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const { requestId } = traceOf(request);
    const refused =
      error instanceof Refused ? error : commonRefusal(toProblem(bodyProblem(error) ?? error, log, requestId));
    traceOf(request).problem = String(refused.failures[0]?.code ?? '');
    // The response has begun, so only closing the connection can report the failure.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { failures, retryAfter } = refused;
    if (retryAfter !== null) response.setHeader('Retry-After', retryAfter);
    const status = refused.status ?? envelopeStyleOf(targetOf(request)).failureStatus(failures);
    if (status === 401) response.setHeader('WWW-Authenticate', challenge);
    sendText(response, status, JSON.stringify(failureBody(failures, status)));
  };
}

/** A proxy may send an absolute address, whose origin is ignored. */
function targetOf({ originalUrl }: Request): string {
  return originalUrl.replace(/^https?:\/\/[^/?]*/i, '');
}

/** Returns the problem for an error of Express or its body parsers, or null for any other error. */
function bodyProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (error instanceof URIError) return new Problem('UNKNOWN_PATH');
  const unreadable = statusOfUnreadable(error);
  return unreadable && new Problem(unreadable === 413 ? 'BODY_TOO_LARGE' : 'UNREADABLE_BODY');
}
