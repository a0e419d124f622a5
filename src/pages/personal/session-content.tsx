import type { ComponentChildren } from 'preact';
import type { Coupon } from '../../coupons/coupon/coupon.ts';
import { isBlank, titleOf } from '../../kernel/values/blank.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import type { CouponSession } from '../../sessions/session/session.ts';
import { dictionaries, type Language } from '../../words/languages.ts';
import { type LiveVersion, liveParts } from '../live/live-script.tsx';
import { conditions, offerPage, placesOf, type ShownPlace } from '../offer/offer-page.tsx';
import type { Sender } from '../offer/sender.ts';
import type { SitePage } from '../public/site.tsx';
import { formatMoment, formatMoney, timezoneName } from '../public/wording.ts';
import { type PageState, pageStateOf } from './page-state.ts';
import { proofOf } from './proof.tsx';
import { type StatusTone, statusBox } from './status-box.tsx';

type Offer = Pick<
  Coupon,
  | 'name'
  | 'title'
  | 'subtitle'
  | 'description'
  | 'terms'
  | 'termsShort'
  | 'value'
  | 'currency'
  | 'timezone'
  | 'startsAt'
  | 'expiryDays'
  | 'lockedAt'
  | 'voidedAt'
  | 'barcode'
>;

type Holding = Pick<
  CouponSession,
  'session' | 'customValidationCode' | 'voidedAt' | 'validatedAt' | 'lockedAt' | 'expiresAt' | 'heldUntil'
>;

interface SessionContent {
  coupon: Offer;
  locations: readonly ShownPlace[];
  session: Holding;
  sender: Sender;
  language: Language;
  barcode: string;
  /** Links that add the coupon to wallets. */
  links?: ComponentChildren;
  /** What keeps the page up to date. A preview has none. */
  live?: LiveVersion;
}

/** Shows a coupon on the page that the customer presents at the till. */
export function couponPage({
  coupon,
  locations,
  session,
  sender,
  language,
  barcode,
  links,
  live,
}: SessionContent): SitePage {
  const words = dictionaries[language].sessionPage;
  const state = pageStateOf(coupon, session, now());
  const isOver = ['VOIDED', 'REDEEMED', 'EXPIRED'].includes(state.kind);
  const isShown = state.kind === 'USABLE' || state.kind === 'HELD';
  const title = titleOf(coupon);
  const amount = formatMoney(coupon.value, coupon.currency, language);
  return offerPage({
    language,
    sender,
    title,
    summary: coupon.subtitle,
    ...(live && liveParts(live)),
    main: [
      <h1>{title}</h1>,
      !isBlank(coupon.subtitle) && <p class="subtitle">{coupon.subtitle}</p>,
      amount !== null && <p class="worth">{words.worth(amount)}</p>,
      statusOf(state, coupon, language),
      isShown && [
        <hr class="tear" />,
        <p class="show">{words.show}</p>,
        proofOf({
          src: barcode,
          alt: coupon.barcode === null || coupon.barcode === 'QRCODE' ? words.qrCode : words.barcode,
          type: coupon.barcode,
          content: session.customValidationCode ?? session.session,
          code: session.customValidationCode ?? session.session.slice(0, 6),
          label: words.code,
        }),
      ],
      !isOver && <p class="facts until">{expiry(coupon, session, language)}</p>,
      !isOver && placesOf(locations, language),
      !isOver && links,
      !isBlank(coupon.description) && <p class="about">{coupon.description}</p>,
      conditions(coupon, language),
    ],
  });
}

const tones: Record<Exclude<PageState['kind'], 'USABLE'>, StatusTone> = {
  VOIDED: 'over',
  REDEEMED: 'good',
  EXPIRED: 'over',
  LOCKED: 'paused',
  FUTURE: 'waiting',
  HELD: 'waiting',
};

function statusOf({ kind, at }: PageState, { timezone }: Offer, language: Language) {
  if (kind === 'USABLE' || at === null) return null;
  const [name, line] = dictionaries[language].sessionPage.states[kind];
  return statusBox(tones[kind], name, line(zonedMoment(at, timezone, language)));
}

function expiry({ timezone, expiryDays }: Offer, { expiresAt }: Holding, language: Language): string {
  const { validUntil, validForDays, endless } = dictionaries[language].sessionPage;
  if (expiresAt) return validUntil(zonedMoment(expiresAt, timezone, language));
  return expiryDays ? validForDays(expiryDays) : endless;
}

function zonedMoment(at: Instant, timezone: string, language: Language): string {
  return `${formatMoment(at, timezone, language)} (${timezoneName(timezone, language)})`;
}
