import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context, Services } from '../../kernel/api/context.ts';
import type { Viewer } from '../../kernel/api/viewer.ts';

/** What the log says of a request. */
interface Trace {
  requestId: string;
  operation?: string;
  viewer?: Viewer | null;
  /** Whether the answer is that of an earlier call with the same idempotency key. */
  replayed?: boolean;
}

const traces = new WeakMap<IncomingMessage, Trace>();

/** The trace of a request. Its id is what the caller sent as `X-Request-Id`, if that is a plain word. */
export function traceOf(request: IncomingMessage): Trace {
  const known = traces.get(request);
  if (known) return known;
  const given = request.headers['x-request-id'];
  const trace: Trace = { requestId: typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID() };
  traces.set(request, trace);
  return trace;
}

/** What operations see of a request. */
export function contextOf(request: IncomingMessage, services: Services, viewer: Viewer | null): Context {
  const trace = traceOf(request);
  return {
    services,
    viewer,
    requestId: trace.requestId,
    idempotencyKey: request.headers['idempotency-key'] ?? null,
    noteReplay: () => {
      trace.replayed = true;
    },
  };
}
