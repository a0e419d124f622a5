import { type ErrorRequestHandler, Router } from 'express';
import type { Services } from '../../../kernel/api/context.ts';
import { toProblem } from '../../../kernel/api/errors.ts';
import { retryAfterOf } from '../../../kernel/problem.ts';
import { pages } from '../../../kernel/values/links.ts';
import { traceOf } from '../../http/request-trace.ts';
import { statusOfUnreadable } from '../../http/unreadable-request.ts';
import { outboxPages } from '../outbox-page.ts';
import { directoryRoutes } from './directory-page.ts';
import { loyaltyRoutes } from './loyalty-page.ts';
import { sessionRoutes } from './session-page.ts';
import { protect, sendIcon, sendMessage, sendStyle, stylePath } from './site.ts';
import { unsubscribeRoutes } from './unsubscribe-page.ts';

const paths = [...Object.values(pages), '/outbox'];

/**
 * Returns the pages that customers see in a browser (directories, coupons, loyalty cards, unsubscribing) and the
 * outbox, which has the same layout.
 */
export function publicPages(services: Services): Router {
  const router = Router();
  router.get(stylePath, sendStyle);
  router.get('/site/icon.svg', sendIcon);
  router.use(paths, protect(services.publicUrl));
  router.use(directoryRoutes(services));
  router.use(sessionRoutes(services));
  router.use(loyaltyRoutes(services));
  router.use(unsubscribeRoutes(services));
  router.use(outboxPages(services));
  router.use(paths, (_, response) => sendMessage(response, 404, 'Not found', 'There is no page at this address.'));
  router.use(paths, answerFailure(services));
  return router;
}

/** Sends errors as HTML pages, because customers read them. */
function answerFailure({ log }: Services): ErrorRequestHandler {
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
    if (code === 'TOO_MANY_REQUESTS') return sendMessage(response, 429, 'Too many requests', 'Please try again soon.');
    if (code === 'UNAVAILABLE') {
      return sendMessage(
        response,
        503,
        'Temporarily unavailable',
        'The service is temporarily unavailable. Please try again soon.',
      );
    }
    sendMessage(response, 500, 'Something went wrong', `The id of this request is ${requestId}.`);
  };
}
