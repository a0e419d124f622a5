import { type RequestHandler, Router } from 'express';
import { type ComponentChild, h } from 'preact';
import { bannersOf, type Coupon } from '../../../coupons/coupon/coupon.ts';
import type { Services } from '../../../kernel/api/context.ts';
import { now } from '../../../kernel/values/instant.ts';
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
import { type CouponSession, isExpired } from '../../../sessions/session/session.ts';
import { traceOf } from '../../http/request-trace.ts';
import { redirectToGoogle } from './google-redirect.ts';
import { hideFromSearch, sendMessage, sendPage } from './site.ts';
import { sendApplePass, walletLinks } from './wallet-pass.ts';
import { formatMoment, formatMoney } from './wording.ts';

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
      main: h('div', { class: 'width' }, ticket(coupon, session, links)),
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

function ticket(coupon: Coupon, session: CouponSession, links: ComponentChild): ComponentChild {
  const name = coupon.title ?? coupon.name;
  const state = stateOf(coupon, session);
  return h(
    'article',
    { class: 'card ticket' },
    image('picture', coupon.imageUrl ?? bannersOf(coupon)[0]),
    h(
      'div',
      { class: 'card-text' },
      image('logo', coupon.logoUrl),
      h('h1', null, name),
      coupon.subtitle && h('p', null, coupon.subtitle),
      coupon.description && h('p', { class: 'about' }, coupon.description),
      coupon.value !== null && h('p', { class: 'worth' }, `Worth ${formatMoney(coupon.value, coupon.currency)}`),
      state ? h('p', { class: 'closed' }, state) : [...proof(coupon, session), links],
      h('p', { class: 'facts' }, expiry(coupon, session)),
      conditions(coupon),
      company(coupon),
    ),
  );
}

function image(name: string, address: string | null | undefined): ComponentChild {
  return address ? h('img', { class: name, src: address, alt: '', referrerpolicy: 'no-referrer' }) : null;
}

function conditions({ terms, termsShort }: Coupon): ComponentChild[] {
  return [
    termsShort && h('p', { class: 'facts' }, termsShort),
    terms &&
      h('details', { class: 'facts' }, h('summary', null, 'Terms and conditions'), h('p', { class: 'about' }, terms)),
  ];
}

function company({ poweredBy, poweredByUrl }: Coupon): ComponentChild {
  if (!poweredBy && !poweredByUrl) return null;
  const name = poweredBy ?? poweredByUrl;
  return h('p', { class: 'facts' }, 'Powered by ', poweredByUrl ? h('a', { href: poweredByUrl }, name) : name);
}

/** Returns the reason why the session cannot be redeemed now, or null if it can. */
function stateOf(coupon: Coupon, session: CouponSession): string | null {
  if (coupon.voidedAt || session.voidedAt) return 'This coupon is no longer valid.';
  if (session.validatedAt) return `Redeemed on ${formatMoment(session.validatedAt, coupon.timezone)}.`;
  if (isExpired(session, now())) return 'This coupon has expired.';
  if (coupon.lockedAt || session.lockedAt) return 'This coupon is not available at the moment.';
  if (coupon.startsAt && coupon.startsAt > now())
    return `Valid from ${formatMoment(coupon.startsAt, coupon.timezone)}.`;
  return null;
}

function proof({ code, barcode }: Coupon, { session, customValidationCode }: CouponSession): ComponentChild[] {
  return [
    h('p', null, 'Show this at the till.'),
    h('img', {
      class: 'barcode',
      src: barcodePath(sessionPath(code, session)),
      alt: barcode === null || barcode === 'QRCODE' ? 'QR code of this coupon' : 'Barcode of this coupon',
    }),
    h('p', { class: 'code' }, customValidationCode ?? session.slice(0, 6)),
  ];
}

function expiry({ timezone, expiryDays }: Coupon, { expiresAt }: CouponSession): string {
  if (expiresAt) return `Valid until ${formatMoment(expiresAt, timezone)} (${timezone.replaceAll('_', ' ')})`;
  if (expiryDays === 1) return 'Valid for one day after first use';
  if (expiryDays) return `Valid for ${expiryDays} days after first use`;
  return 'Does not expire';
}
