import { type RequestHandler, Router } from 'express';
import { h } from 'preact';
import type { Services } from '../../../kernel/api/context.ts';
import {
  applePassPath,
  barcodePath,
  formerPath,
  googlePassPath,
  pages,
  sessionPath,
} from '../../../kernel/values/links.ts';
import { barcodeOf } from '../../../sessions/barcode/barcode.ts';
import { findPublicSession, noteOpened } from '../../../sessions/session/public-session.ts';
import { traceOf } from '../../http/request-trace.ts';
import { ticketOf } from './coupon-ticket.ts';
import { redirectToGoogle } from './google-redirect.ts';
import { hideFromSearch, sendMessage, sendPage } from './site.ts';
import { sendApplePass, walletLinks } from './wallet-pass.ts';

const path = sessionPath(':code', ':session');
const paths = [path, formerPath(path)];

/** Returns the routes of a coupon session's page, which the customer shows at the till. */
export function sessionRoutes(services: Services): Router {
  const router = Router();
  router.use([pages.coupon, pages.formerCoupon], hideFromSearch);
  router.get(paths, showSession(services));
  router.get(paths.map(barcodePath), showBarcode(services));
  router.get(paths.map(applePassPath), sendPass(services, sendApplePass));
  router.get(paths.map(googlePassPath), sendPass(services, redirectToGoogle));
  return router;
}

function showSession(services: Services): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'sessionPage';
    const { code, session: sessionCode } = request.params as { code: string; session: string };
    const found = await findPublicSession(services.database, code, sessionCode);
    if (!found) return sendMessage(response, 404, 'Not found', 'There is no coupon at this address.');
    // A HEAD request comes from a program that checks the link, not from the customer.
    if (request.method === 'GET') await noteOpened(services.database, found.session);
    const { coupon, session } = found;
    const place = { accountId: coupon.accountId, path: sessionPath(coupon.code, session.session) };
    const links = await walletLinks(services, place, request);
    sendPage(response, {
      title: coupon.title ?? coupon.name,
      main: h('div', { class: 'width' }, ticketOf(coupon, session, barcodePath(place.path), links)),
    });
  };
}

function showBarcode(services: Services): RequestHandler {
  return async (request, response) => {
    const { code, session: sessionCode } = request.params as { code: string; session: string };
    const found = await findPublicSession(services.database, code, sessionCode);
    if (!found) return sendMessage(response, 404, 'Not found', 'There is no coupon at this address.');
    const { svg } = await barcodeOf(found.session, found.coupon.barcode ?? 'QRCODE');
    response.type('image/svg+xml').send(svg);
  };
}

function sendPass(services: Services, send: typeof sendApplePass): RequestHandler {
  return async (request, response) => {
    const { code, session: sessionCode } = request.params as { code: string; session: string };
    const found = await findPublicSession(services.database, code, sessionCode);
    if (!found) return sendMessage(response, 404, 'Not found', 'There is no coupon at this address.');
    await send(services, found, response);
  };
}
