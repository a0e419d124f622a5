import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Viewer } from './context.ts';

/** What the log says of a request. */
interface Trace {
  requestId: string;
  operation?: string;
  viewer?: Viewer | null;
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
