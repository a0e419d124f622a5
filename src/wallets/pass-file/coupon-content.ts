import type { Coupon } from '../../coupons/coupon/coupon.ts';
import { firstFilled, titleOf } from '../../kernel/values/blank.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { type CouponSession, isExpired } from '../../sessions/session/session.ts';
import type { ShownDesign } from '../design/shown-design.ts';
import type { CouponHolder } from '../pass/pass-holder.ts';
import {
  barcodesOf,
  messageField,
  type PassContent,
  type PassField,
  passTime,
  type Told,
  textFields,
} from './pass-content.ts';

/** Apple draws no Code 39, so such a coupon gets a QR code. */
const formats: Record<NonNullable<Coupon['barcode']>, string | null> = {
  CODE39: null,
  CODE128B: 'PKBarcodeFormatCode128',
  PDF417: 'PKBarcodeFormatPDF417',
  AZTEC: 'PKBarcodeFormatAztec',
  QRCODE: 'PKBarcodeFormatQR',
};

export function couponContent(
  { account, coupon, session, design }: CouponHolder,
  told: Told,
  at: Instant,
): PassContent {
  const { labels } = design;
  const state = couponState(coupon, session, at);
  const isOver = state === 'No longer valid' || state === 'Redeemed';
  const code = session.customValidationCode ?? session.session;
  const provider = firstFilled(design.provider, coupon.poweredBy, account.name);
  const foreground = design.foregroundColor ?? '#ffffff';
  return {
    style: 'coupon',
    organization: provider,
    heading: design.logoText ?? provider,
    description: titleOf(coupon),
    background: design.backgroundColor ?? '#1f2937',
    foreground,
    label: design.labelColor ?? foreground,
    fields: {
      primaryFields: [offerField(coupon)],
      secondaryFields: [
        {
          key: 'state',
          label: firstFilled(labels.status, 'Status'),
          value: state,
          changeMessage: changeTextOf(state, design) || '%@',
        },
        expiryField(coupon, session, design),
      ],
      backFields: [
        messageField(told, design),
        ...textFields({
          subtitle: [firstFilled(labels.offer, 'Offer'), coupon.subtitle],
          description: [firstFilled(labels.details, 'Details'), coupon.description],
          termsShort: [firstFilled(labels.conditions, 'Conditions'), coupon.termsShort],
          terms: [firstFilled(labels.terms, 'Terms and conditions'), firstFilled(design.terms, coupon.terms)],
          company: [firstFilled(labels.poweredBy, 'Powered by'), coupon.poweredByUrl],
        }),
      ],
    },
    barcodes: isOver ? [] : barcodesOf(code, coupon.barcode && formats[coupon.barcode]),
    isVoided: isOver,
    expiresAt: session.expiresAt,
    design,
  };
}

function changeTextOf(state: string, { changes }: ShownDesign): string | null | undefined {
  if (state === 'Claimed') return changes.claim;
  if (state === 'Redeemed') return changes.validation;
  return state === 'No longer valid' ? changes.void : null;
}

function offerField({ title, name, value, currency }: Coupon): PassField {
  const text = firstFilled(title, name);
  if (value === null) return { key: 'offer', value: text };
  if (currency === null) return { key: 'offer', label: text, value };
  return { key: 'offer', label: text, value: Number(value), currencyCode: currency };
}

export type CouponState =
  | 'No longer valid'
  | 'Redeemed'
  | 'Expired'
  | 'Not available at the moment'
  | 'Not valid yet'
  | 'Claimed'
  | 'Ready to use';

export function couponState(coupon: Coupon, session: CouponSession, at: Instant): CouponState {
  if (coupon.voidedAt || session.voidedAt) return 'No longer valid';
  if (session.validatedAt) return 'Redeemed';
  if (isExpired(session, at)) return 'Expired';
  if (coupon.lockedAt || session.lockedAt) return 'Not available at the moment';
  if (coupon.startsAt && coupon.startsAt > at) return 'Not valid yet';
  return session.claimedAt ? 'Claimed' : 'Ready to use';
}

function expiryField(
  { expiryDays }: Coupon,
  { expiresAt }: CouponSession,
  { labels, changes }: ShownDesign,
): PassField {
  const field = { key: 'expires', label: firstFilled(labels.expiry, 'Valid until') };
  if (expiresAt) {
    const style = { dateStyle: 'PKDateStyleMedium', timeStyle: 'PKDateStyleShort' } as const;
    return {
      ...field,
      value: passTime(expiresAt),
      ...style,
      changeMessage: firstFilled(changes.expiry, 'Now valid until %@'),
    };
  }
  if (expiryDays !== null) return { ...field, label: 'Days after first use', value: expiryDays };
  return { ...field, value: 'Does not expire', changeMessage: '%@' };
}
