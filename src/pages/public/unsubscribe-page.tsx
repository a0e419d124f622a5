import { type RequestHandler, type Response, Router } from 'express';
import type { Services } from '../../api/context.ts';
import { pageLanguage } from '../../http/browser/page-language.ts';
import { traceOf } from '../../http/request-trace.ts';
import { findSubscription, type Subscription, unsubscribe } from '../../messaging/opt-out/email-subscription.ts';
import { pages, unsubscribePath } from '../../vocabulary/links.ts';
import { dictionaries, type Language } from '../../words/languages.ts';
import { sendNoPage } from './no-page.ts';
import { hideFromSearch, sendMessage, sendPage } from './site.tsx';

interface Visit {
  response: Response;
  language: Language;
}

const path = unsubscribePath(':message', ':signature');

/** Serves the unsubscribe link of emails. Mail programs send a POST request to it (RFC 8058). */
export function unsubscribeRoutes(services: Services): Router {
  const router = Router();
  router.use(pages.unsubscribe, hideFromSearch);
  router.get(
    path,
    answer(services, 'unsubscribePage', async (visit, subscription) => {
      if (subscription.ended) confirm(visit, subscription);
      else ask(visit, subscription);
    }),
  );
  router.post(
    path,
    answer(services, 'unsubscribe', async (visit, subscription) => {
      await unsubscribe(services.database, subscription);
      confirm(visit, subscription);
    }),
  );
  return router;
}

function answer(
  services: Services,
  operation: string,
  act: (visit: Visit, subscription: Subscription) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = operation;
    const { message, signature } = request.params as { message: string; signature: string };
    const subscription = await findSubscription(services.database, services, message, signature);
    const language = pageLanguage(request);
    response.vary('Accept-Language');
    if (!subscription) return sendNoPage(request, response, 'noUnsubscribing');
    await act({ response, language }, subscription);
  };
}

function ask({ response, language }: Visit, { accountName, address }: Subscription): void {
  const words = dictionaries[language].messages;
  const title = words.unsubscribeFrom(accountName);
  sendPage(response, {
    title,
    language,
    main: (
      <div class="width plain">
        <h1>{title}</h1>
        <p>{words.unsubscribeAsk(accountName, address)}</p>
        <form method="post">
          <button type="submit" class="button">
            {words.unsubscribe}
          </button>
        </form>
      </div>
    ),
  });
}

function confirm({ response, language }: Visit, { accountName, address }: Subscription): void {
  const { unsubscribed, unsubscribedFrom } = dictionaries[language].messages;
  sendMessage(response, { status: 200, language }, unsubscribed, unsubscribedFrom(accountName, address));
}
