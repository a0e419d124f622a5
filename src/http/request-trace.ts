import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { InputShape } from '../accounts/requests/shown-body.ts';
import type { Context, Services } from '../api/context.ts';
import type { Viewer } from '../api/viewer.ts';

/** The details of a request that the log contains. */
export interface Trace {
  requestId: string;
  operation?: string;
  /** The path, as logs may show it. */
  path?: string;
  viewer?: Viewer | null;
  identified?: Promise<Viewer | null>;
  /** Gives back the slot of the account when the response closes. */
  leave?: () => void;
  isClosed?: boolean;
  /** Whether the result is replayed from an earlier call with the same idempotency key. */
  replayed?: boolean;
  given?: unknown;
  /** Returns what the schema knows of it. */
  shape?: () => InputShape;
  /** The field of the schema that a GraphQL document asks for. */
  field?: string;
  /** The code of the first problem. */
  problem?: string;
}

/** A property takes less time than a WeakMap, whose entries cost every garbage collection. */
const traceKey = Symbol('trace');

/**
 * Returns the trace of a request. Its id is the header `X-Request-Id` if that is a plain word, and otherwise random.
 */
export function traceOf(request: IncomingMessage & { [traceKey]?: Trace }): Trace {
  const known = request[traceKey];
  if (known) return known;
  const given = request.headers['x-request-id'];
  const trace: Trace = { requestId: typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID() };
  request[traceKey] = trace;
  return trace;
}

/** Returns the address of the caller. Express finds it behind a proxy. */
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
