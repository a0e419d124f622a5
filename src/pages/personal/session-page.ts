import { type Request, type RequestHandler, type Response, Router } from 'express';
import { onClockOf } from '../../accounts/account/account-clock.ts';
import { rootOf } from '../../accounts/account/account-root.ts';
import type { Services } from '../../api/context.ts';
import { findCouponLocations } from '../../coupons/coupon/coupon-locations.ts';
import { admitFile } from '../../http/address-admission.ts';
import { isOpening } from '../../http/browser/link-opening.ts';
import { pageLanguage } from '../../http/browser/page-language.ts';
import { addressOf, traceOf } from '../../http/request-trace.ts';
import { atClockOf } from '../../kernel/clocks/account-clocks.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { barcodeOf } from '../../sessions/barcode/barcode.ts';
import { findPublicSession, noteOpened, type PublicSession } from '../../sessions/session/public-session.ts';
import {
  applePassPath,
  barcodePath,
  changesPath,
  existingPath,
  googlePassPath,
  pages,
  sessionPath,
} from '../../vocabulary/links.ts';
import { findDesign } from '../../wallets/design/wallet-design.ts';
import { followChanges } from '../live/live-changes.ts';
import type { LivePages } from '../live/live-pages.ts';
import { allowLive, versionOf } from '../live/live-script.tsx';
import { senderOfCoupon } from '../offer/sender.ts';
import { sendNoPage } from '../public/no-page.ts';
import { hideFromSearch, sendPage } from '../public/site.tsx';
import { redirectToGoogle } from './google-redirect.ts';
import { nextChange, pageStateOf } from './page-state.ts';
import { couponPage } from './session-content.tsx';
import { sendApplePass, walletLinks } from './wallet-pass.tsx';

const path = sessionPath(':code', ':session');
const paths = [path, existingPath(path)];

/** Serves the page of a session, which the customer shows at the till. */
export function sessionRoutes(services: Services, live: LivePages): Router {
  const router = Router();
  router.use([pages.coupon, pages.existingCoupon], hideFromSearch);
  router.get(paths, showSession(services));
  router.get(paths.map(barcodePath), admitFile, showBarcode(services));
  router.get(paths.map(changesPath), followSession(services, live));
  router.get(paths.map(applePassPath), admitFile, sendPass(services, sendApplePass));
  router.get(paths.map(googlePassPath), sendPass(services, redirectToGoogle));
  return router;
}

function showSession(services: Services): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'sessionPage';
    const found = await findShown(services, request);
    if (!found) return sendNoPage(request, response, 'noCoupon');
    await onClockOf(services.database, found.coupon.accountId, () => sendSession(services, found, request, response));
  };
}

async function sendSession(services: Services, found: PublicSession, request: Request, response: Response) {
  const { database } = services;
  const { coupon, session } = found;
  if (isOpening(request)) await noteOpened(database, session);
  const place = { accountId: coupon.accountId, path: sessionPath(coupon.code, session.session) };
  const [design, links, locations] = await Promise.all([
    findDesign(database, coupon.id),
    walletLinks(services, place, request),
    findCouponLocations(database, coupon),
  ]);
  const at = now();
  allowLive(response);
  const page = couponPage({
    ...{ coupon, locations, session, links, language: pageLanguage(request), barcode: barcodePath(place.path) },
    sender: senderOfCoupon(coupon, found.accountName, design),
    live: { version: versionOfSession(found, at), next: nextChange(coupon, session, at) },
  });
  sendPage(response, page);
}

/** Returns the version of the page. Opening and saving a session change nothing on it. */
function versionOfSession({ coupon, session }: PublicSession, at: Instant): string {
  const { openedAt, updatedAt, savedToAppleAt, savedToGoogleAt, ...shown } = session;
  return versionOf(coupon, shown, pageStateOf(coupon, session, at));
}

function followSession(services: Services, live: LivePages): RequestHandler {
  return followChanges(live, async (request) => {
    const found = await findShown(services, request);
    if (!found) return null;
    const { accountId, id: campaignId } = found.coupon;
    return {
      accountId,
      campaignId,
      subject: found.session.session,
      version: atClockOf(accountId, () => versionOfSession(found, now())),
    };
  });
}

function showBarcode(services: Services): RequestHandler {
  return async (request, response) => {
    const found = await findShown(services, request);
    if (!found) return sendNoPage(request, response, 'noCoupon');
    const rootId = await rootOf(services.database, found.coupon.accountId);
    const of = { rootId, address: addressOf(request) };
    const { svg } = await barcodeOf(found.session, found.coupon.barcode ?? 'QRCODE', of);
    response.type('image/svg+xml').send(svg);
  };
}

function sendPass(services: Services, send: typeof sendApplePass): RequestHandler {
  return async (request, response) => {
    const found = await findShown(services, request);
    if (!found) return sendNoPage(request, response, 'noCoupon');
    await onClockOf(services.database, found.coupon.accountId, () => send(services, found, request, response));
  };
}

function findShown({ database }: Services, request: Request): Promise<PublicSession | null> {
  const { code, session } = request.params as { code: string; session: string };
  return findPublicSession(database, code, session);
}
