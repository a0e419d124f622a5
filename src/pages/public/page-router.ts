import { Router } from 'express';
import type { Services } from '../../api/context.ts';
import { pages } from '../../vocabulary/links.ts';
import { landingRoutes } from '../landing/landing-routes.ts';
import { LivePages } from '../live/live-pages.ts';
import { liveScriptPath, sendLiveScript } from '../live/live-script.tsx';
import { colorsRoute, sendColors } from '../offer/brand-colors.ts';
import { outboxPages } from '../outbox-page.tsx';
import { loyaltyRoutes } from '../personal/loyalty-page.tsx';
import { sessionRoutes } from '../personal/session-page.ts';
import { directoryRoutes } from './directory-page.ts';
import { sendNoPage } from './no-page.ts';
import { answerPageFailure } from './page-failure.ts';
import { protect, sendIcon, sendStyle, stylePath } from './site.tsx';
import { unsubscribeRoutes } from './unsubscribe-page.tsx';

const paths = [...Object.values(pages), '/outbox'];

/** Serves the pages for customers, and the outbox, which has the same layout. */
export function publicPages(services: Services): Router {
  const router = Router();
  const live = new LivePages(services);
  router.get(stylePath, sendStyle);
  router.get('/site/icon.svg', sendIcon);
  router.get(colorsRoute, sendColors);
  router.get(liveScriptPath, sendLiveScript);
  router.use(paths, protect(services.publicUrl));
  router.use(directoryRoutes(services));
  router.use(landingRoutes(services));
  router.use(sessionRoutes(services, live));
  router.use(loyaltyRoutes(services, live));
  router.use(unsubscribeRoutes(services));
  router.use(outboxPages(services));
  router.use(paths, (request, response) => sendNoPage(request, response));
  router.use(paths, answerPageFailure(services));
  return router;
}
