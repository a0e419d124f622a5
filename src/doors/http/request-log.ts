import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { withoutSecret } from '../../kernel/values/links.ts';
import { traceOf } from './request-trace.ts';

/**
 * Sends the request id. When the response closes, gives back the slot of the account and logs one line, without query
 * string, body or secrets in the path.
 */
export const logRequests =
  (log: Logger): RequestHandler =>
  (request, response, next) => {
    const trace = traceOf(request);
    const began = performance.now();
    // The path as the router reads it: a client may send a whole address (`GET http://…`).
    const { path } = request;
    response.setHeader('X-Request-Id', trace.requestId);
    response.once('close', () => {
      trace.isClosed = true;
      trace.leave?.();
      log.info({
        requestId: trace.requestId,
        method: request.method,
        path: withoutSecret(path),
        operation: trace.operation,
        account: trace.viewer?.account.id,
        key: trace.viewer?.keyId,
        status: response.statusCode,
        ms: Math.round((performance.now() - began) * 10) / 10,
      });
    });
    next();
  };
