import { type RequestHandler, type Response, Router } from 'express';
import { h } from 'preact';
import type { Services } from '../../../kernel/api/context.ts';
import { pages, unsubscribePath } from '../../../kernel/values/links.ts';
import { findSubscription, type Subscription, unsubscribe } from '../../../messaging/opt-out/email-subscription.ts';
import { traceOf } from '../../http/request-trace.ts';
import { hideFromSearch, sendMessage, sendPage } from './site.ts';

const path = unsubscribePath(':message', ':signature');

/** Returns the routes of the unsubscribe link in each email. Mail programs send a POST request to it (RFC 8058). */
export function unsubscribeRoutes(services: Services): Router {
  const router = Router();
  router.use(pages.unsubscribe, hideFromSearch);
  router.get(
    path,
    answer(services, 'unsubscribePage', async (response, subscription) => {
      if (subscription.ended) confirm(response, subscription);
      else ask(response, subscription);
    }),
  );
  router.post(
    path,
    answer(services, 'unsubscribe', async (response, subscription) => {
      await unsubscribe(services.database, subscription);
      confirm(response, subscription);
    }),
  );
  return router;
}

function answer(
  services: Services,
  operation: string,
  act: (response: Response, subscription: Subscription) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = operation;
    const { message, signature } = request.params as { message: string; signature: string };
    const subscription = await findSubscription(services.database, services, message, signature);
    if (!subscription) return sendMessage(response, 404, 'Not found', 'This unsubscribe link is not valid.');
    await act(response, subscription);
  };
}

function ask(response: Response, { accountName, address }: Subscription): void {
  const title = `Unsubscribe from ${accountName}`;
  sendPage(response, {
    title,
    main: h(
      'div',
      { class: 'width plain' },
      h('h1', null, title),
      h('p', null, `Do you want to stop receiving emails from ${accountName} at ${address}?`),
      h('form', { method: 'post' }, h('button', { type: 'submit', class: 'button' }, 'Unsubscribe')),
    ),
  });
}

function confirm(response: Response, { accountName, address }: Subscription): void {
  sendMessage(response, 200, 'You are unsubscribed', `${accountName} will send no more emails to ${address}.`);
}
