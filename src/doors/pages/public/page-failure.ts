import type { ErrorRequestHandler } from 'express';
import type { Services } from '../../../kernel/api/context.ts';
import { toProblem } from '../../../kernel/api/errors.ts';
import { retryAfterOf } from '../../../kernel/problem.ts';
import { traceOf } from '../../http/request-trace.ts';
import { statusOfUnreadable } from '../../http/unreadable-request.ts';
import { sendMessage } from './site.ts';

/** Sends errors as HTML pages, because people read them. */
export function answerPageFailure({ log }: Services): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const unreadable = statusOfUnreadable(error);
    if (unreadable) return sendMessage(response, unreadable, 'Bad request', 'The service could not read this request.');
    const { requestId } = traceOf(request);
    const problem = toProblem(error, log, requestId);
    const { code } = problem;
    const retryAfter = retryAfterOf(problem);
    if (retryAfter !== null) response.set('Retry-After', String(retryAfter));
    // The object was deleted between two statements of the request.
    if (code.endsWith('_NOT_FOUND'))
      return sendMessage(response, 404, 'Not found', 'This content is no longer available.');
    // Somebody changed the address: an id, a cursor or a filter.
    if (code === 'INVALID_INPUT' || code === 'CURSOR_EXPIRED')
      return sendMessage(response, 400, 'Bad request', 'Something in this address is not valid, or no longer.');
    if (code === 'TOO_MANY_REQUESTS') return sendMessage(response, 429, 'Too many requests', 'Please try again soon.');
    if (code === 'UNAVAILABLE') {
      return sendMessage(
        response,
        503,
        'Temporarily unavailable',
        'The service is temporarily unavailable. Please try again soon.',
      );
    }
    if (code !== 'INTERNAL') return sendMessage(response, 422, 'Not possible', problem.message);
    sendMessage(response, 500, 'Something went wrong', `The id of this request is ${requestId}.`);
  };
}
