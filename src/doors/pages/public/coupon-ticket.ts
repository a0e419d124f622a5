import { type ComponentChild, h } from 'preact';
import { bannersOf, type Coupon } from '../../../coupons/coupon/coupon.ts';
import { now } from '../../../kernel/values/instant.ts';
import { type CouponSession, isExpired } from '../../../sessions/session/session.ts';
import { formatMoment, formatMoney } from './wording.ts';

/** What the page of a session shows of its coupon. */
export type Offer = Pick<
  Coupon,
  | 'name'
  | 'title'
  | 'subtitle'
  | 'description'
  | 'terms'
  | 'termsShort'
  | 'poweredBy'
  | 'poweredByUrl'
  | 'imageUrl'
  | 'bannerList'
  | 'logoUrl'
  | 'value'
  | 'currency'
  | 'timezone'
  | 'startsAt'
  | 'expiryDays'
  | 'lockedAt'
  | 'voidedAt'
  | 'barcode'
>;

/** What the page of a session shows of the session. */
export type Holding = Pick<
  CouponSession,
  'session' | 'customValidationCode' | 'voidedAt' | 'validatedAt' | 'lockedAt' | 'expiresAt'
>;

/** Returns a coupon as the customer shows it at the till, with the address of its barcode. */
export function ticketOf(coupon: Offer, session: Holding, barcode: string, links: ComponentChild): ComponentChild {
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
      state ? h('p', { class: 'closed' }, state) : [...proof(coupon, session, barcode), links],
      h('p', { class: 'facts' }, expiry(coupon, session)),
      conditions(coupon),
      company(coupon),
    ),
  );
}

function image(name: string, address: string | null | undefined): ComponentChild {
  return address ? h('img', { class: name, src: address, alt: '', referrerpolicy: 'no-referrer' }) : null;
}

function conditions({ terms, termsShort }: Offer): ComponentChild[] {
  return [
    termsShort && h('p', { class: 'facts' }, termsShort),
    terms &&
      h('details', { class: 'facts' }, h('summary', null, 'Terms and conditions'), h('p', { class: 'about' }, terms)),
  ];
}

function company({ poweredBy, poweredByUrl }: Offer): ComponentChild {
  if (!poweredBy && !poweredByUrl) return null;
  const name = poweredBy ?? poweredByUrl;
  return h('p', { class: 'facts' }, 'Powered by ', poweredByUrl ? h('a', { href: poweredByUrl }, name) : name);
}

/** Returns the reason why the session cannot be redeemed now, or null if it can. */
function stateOf(coupon: Offer, session: Holding): string | null {
  if (coupon.voidedAt || session.voidedAt) return 'This coupon is no longer valid.';
  if (session.validatedAt) return `Redeemed on ${formatMoment(session.validatedAt, coupon.timezone)}.`;
  if (isExpired(session, now())) return 'This coupon has expired.';
  if (coupon.lockedAt || session.lockedAt) return 'This coupon is not available at the moment.';
  if (coupon.startsAt && coupon.startsAt > now())
    return `Valid from ${formatMoment(coupon.startsAt, coupon.timezone)}.`;
  return null;
}

function proof({ barcode }: Offer, { session, customValidationCode }: Holding, src: string): ComponentChild[] {
  return [
    h('p', null, 'Show this at the till.'),
    h('img', {
      class: 'barcode',
      src,
      alt: barcode === null || barcode === 'QRCODE' ? 'QR code of this coupon' : 'Barcode of this coupon',
    }),
    h('p', { class: 'code' }, customValidationCode ?? session.slice(0, 6)),
  ];
}

function expiry({ timezone, expiryDays }: Offer, { expiresAt }: Holding): string {
  if (expiresAt) return `Valid until ${formatMoment(expiresAt, timezone)} (${timezone.replaceAll('_', ' ')})`;
  if (expiryDays === 1) return 'Valid for one day after first use';
  if (expiryDays) return `Valid for ${expiryDays} days after first use`;
  return 'Does not expire';
}
