import { type RequestHandler, Router } from 'express';
import type { Services } from '../../api/context.ts';
import { isFromThisMachine } from '../../http/this-machine.ts';
import { demoPath } from '../../pages/home-page.tsx';
import { protect } from '../../pages/public/site.tsx';
import { consolePath, entryPath } from '../../vocabulary/links.ts';
import { receiving, viewerOf } from './console-visit.ts';

/**
 * Signs the owner in when somebody presses the button on the home page of a demo. The owner has every permission, so
 * a request is accepted only if it comes both from this machine and from a page of the service. `makeEntry` returns the
 * token of a link that works once, or null if the demo has ended.
 */
export function demoSignIn(services: Services, makeEntry: () => Promise<string | null>): Router {
  const signIn = receiving(services, 'consoleDemo', async (visit) => {
    const token = (await viewerOf(visit)) ? null : await makeEntry();
    visit.response.redirect(303, token ? entryPath(token) : consolePath);
  });
  const onThisMachine: RequestHandler = (request, _, next) => next(isFromThisMachine(request) ? undefined : 'router');
  return Router().post(demoPath, onThisMachine, protect(services.publicUrl), signIn);
}
