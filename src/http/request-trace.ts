import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { InputShape, RequestRecorder } from '../accounts/requests/request-recorder.ts';
import type { Context, Services } from '../api/context.ts';
import type { Viewer } from '../api/viewer.ts';
import { Activity, countFailure, measures } from '../kernel/telemetry/instrumentation.ts';
import { consolePath, withoutSecret } from '../vocabulary/links.ts';

export interface Trace {
  requestId: string;
  operation?: string;
  path?: string;
  viewer?: Viewer | null;
  identified?: Promise<Viewer | null>;
  leave?: () => void;
  /** Resolves when it is the turn of a request without a known account. */
  admission?: Promise<void>;
  isClosed?: boolean;
  /** Whether the response comes from an earlier call with the same idempotency key. */
  replayed?: boolean;
  given?: unknown;
  shape?: () => InputShape;
  field?: string;
  problem?: string;
}

/** Faster than a WeakMap, whose entries slow down every garbage collection. */
const traceKey = Symbol('trace');

/** Returns the trace of a request. Its id is `X-Request-Id` if that is a plain word, and otherwise random. */
export function traceOf(request: IncomingMessage & { [traceKey]?: Trace }): Trace {
  const known = request[traceKey];
  if (known) return known;
  const given = request.headers['x-request-id'];
  const trace: Trace = { requestId: typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID() };
  request[traceKey] = trace;
  return trace;
}

export function addressOf(request: IncomingMessage): string {
  return (request as Partial<Request>).ip ?? request.socket.remoteAddress ?? '';
}

export function contextOf(request: IncomingMessage, services: Services, viewer: Viewer | null): Context {
  const trace = traceOf(request);
  return {
    services,
    viewer,
    requestId: trace.requestId,
    address: addressOf(request),
    idempotencyKey: request.headers['idempotency-key'] ?? null,
    noteReplay: () => {
      trace.replayed = true;
    },
  };
}

/**
 * When the response closes, frees the slot of the account and logs one line. The line contains no query string, no body
 * and no secrets from the path.
 */
export const logRequests =
  (log: Logger, recorder: RequestRecorder): RequestHandler =>
  (request, response, next) => {
    const trace = traceOf(request);
    const activity = Activity.begin({ kind: 'SERVER', traceparent: traceparentOf(request), origin: 'CALLER' });
    const began = performance.now();
    // The path as the router reads it: a client may send a complete address (`GET http://…`).
    const { path } = request;
    response.setHeader('X-Request-Id', trace.requestId);
    // Without a listener, an error would end the process.
    response.on('error', (err) => log.info({ err, requestId: trace.requestId }, 'the response failed'));
    response.once('close', () => {
      trace.isClosed = true;
      trace.leave?.();
      const { requestId, operation, viewer } = trace;
      const { method } = request;
      const ms = Math.round((performance.now() - began) * 10) / 10;
      const said = { requestId, method, path: trace.path ?? withoutSecret(path), operation };
      const status = response.statusCode;
      const traceId = noteAnswer(
        {
          operation: trace.field ?? operation ?? 'none',
          method,
          accountId: viewer?.account.id ?? '',
          requestId,
          problem: trace.problem ?? null,
          status,
          milliseconds: ms,
          isStream: isStream(response),
        },
        activity,
      );
      log.info({ ...said, account: viewer?.account.id, key: viewer?.keyId, status, ms, ...(traceId && { traceId }) });
      // The router ignores the case of the paths of pages.
      if (!viewer || path.toLowerCase().startsWith(consolePath)) return;
      const given = isShort(request) ? trace.given : undefined;
      record(recorder, said, { trace, viewer, given, status, ms });
    });
    if (activity) activity.run(next);
    else next();
  };

/** Returns the W3C Trace Context header. A repeated header is ignored. */
function traceparentOf({ headers }: Request): string | null {
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? traceparent : null;
}

function isStream(response: Response): boolean {
  return String(response.getHeader('Content-Type')).startsWith('text/event-stream');
}

interface Said {
  requestId: string;
  method: string;
  path: string;
  operation: string | undefined;
}

interface Answered {
  trace: Trace;
  viewer: Viewer;
  given: unknown;
  status: number;
  ms: number;
}

/** The maximum length of a body to show. Listing the fields of a longer one would be slow. */
const maxBytes = 100_000;

function isShort({ headers }: Request): boolean {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] === undefined : Number(length) <= maxBytes;
}

function record(recorder: RequestRecorder, said: Said, { trace, viewer, given, status, ms }: Answered): void {
  recorder.note({
    accountId: viewer.account.id,
    keyId: viewer.keyId,
    method: said.method,
    path: said.path.slice(0, 200),
    operation: said.operation ?? null,
    status,
    problem: trace.problem ?? null,
    milliseconds: Math.round(ms),
    requestId: said.requestId,
    given,
    ...(trace.shape && { shape: trace.shape }),
  });
}

interface AnsweredCall {
  operation: string;
  method: string;
  accountId: string;
  requestId: string;
  problem: string | null;
  status: number;
  milliseconds: number;
  /** Whether the response is a stream, whose duration means nothing. */
  isStream: boolean;
}

const ourFault = ['INTERNAL', 'UNAVAILABLE'];

export function noteAnswer(call: AnsweredCall, activity: Activity | null): string | null {
  const { operation, accountId, problem, status, milliseconds } = call;
  const failed = status >= 500 || (problem !== null && ourFault.includes(problem));
  const failure = failed || status >= 400 || problem !== null ? (problem ?? String(status)) : null;
  if (!call.isStream) {
    const outcome = failed ? 'failed' : failure ? 'refused' : 'ok';
    measures()?.requests.record(milliseconds / 1000, { operation, outcome });
  }
  if (failure) countFailure(accountId, operation, failure);
  if (!activity || (failure === null && !activity.isSampled)) return null;
  return activity.end({
    name: `${call.method} ${operation}`,
    accountId,
    attributes: {
      'http.request.method': call.method,
      'http.response.status_code': status,
      'campaigns.operation': operation,
      'campaigns.request_id': call.requestId,
      ...(failure && { 'campaigns.problem': failure }),
    },
    failure,
    milliseconds,
  });
}
