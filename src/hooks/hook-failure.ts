import type { ErrorRequestHandler } from 'express';
import type { Services } from '../api/context.ts';
import { toProblem } from '../api/errors.ts';
import { traceOf } from '../http/request-trace.ts';
import { statusOfUnreadable } from '../http/unreadable-request.ts';
import { type ProblemCode, retryAfterOf } from '../kernel/problem.ts';

const statuses: Partial<Record<ProblemCode, number>> = { TOO_MANY_REQUESTS: 429, UNAVAILABLE: 503 };

/**
 * Responds to a failure. Platforms and phones ignore the body, and retry after a server error. `own` has the statuses
 * of additional problems.
 */
export function answerHookFailure(
  { log }: Services,
  own: Partial<Record<ProblemCode, number>> = {},
): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const unreadable = statusOfUnreadable(error);
    if (unreadable) return void response.status(unreadable).end();
    const problem = toProblem(error, log, traceOf(request).requestId);
    const retryAfter = retryAfterOf(problem);
    if (retryAfter !== null) response.set('Retry-After', String(retryAfter));
    response.status(own[problem.code] ?? statuses[problem.code] ?? 500).end();
  };
}
