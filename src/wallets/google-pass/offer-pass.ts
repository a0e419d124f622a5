import type { Coupon } from '../../coupons/coupon/coupon.ts';
import { firstFilled, isBlank } from '../../kernel/values/blank.ts';
import { type Instant, toIso } from '../../kernel/values/instant.ts';
import type { CouponSession } from '../../sessions/session/session.ts';
import type { WalletPass } from '../pass/pass.ts';
import type { CouponHolder } from '../pass/pass-holder.ts';
import { type CouponState, couponState } from '../pass-file/coupon-content.ts';
import {
  barcodeWith,
  type ClassPlace,
  classFields,
  type GoogleClass,
  type GoogleObject,
  imageAt,
  logoAddress,
  objectIds,
  shortened,
  textModules,
  usualBackground,
} from './google-content.ts';

const [longestTitle, longestProvider] = [60, 12];

export function offerClass({ account, coupon, design }: Omit<CouponHolder, 'session'>, place: ClassPlace): GoogleClass {
  const { title, name, value, currency, subtitle, description, termsShort, terms, poweredBy, poweredByUrl } = coupon;
  const logo = logoAddress(design, place.publicUrl);
  return {
    ...classFields(account, design, place),
    title: shortened(firstFilled(title, name), longestTitle),
    titleImage: logo && imageAt(logo, firstFilled(title, name)),
    provider: shortened(firstFilled(design.provider, poweredBy, account.name), longestProvider),
    redemptionChannel: 'BOTH',
    details: description,
    finePrint: [termsShort, firstFilled(design.terms, terms)].filter((text) => !isBlank(text)).join('\n\n') || null,
    homepageUri: poweredByUrl ? { uri: poweredByUrl, description: firstFilled(poweredBy, account.name) } : null,
    hexBackgroundColor: design.backgroundColor ?? usualBackground,
    textModulesData: textModules({
      value: ['Value', value && [value, currency].filter(Boolean).join(' ')],
      subtitle: [firstFilled(design.labels.offer, 'Offer'), subtitle],
    }),
  };
}

export function offerObject({ coupon, session, design }: CouponHolder, pass: WalletPass, at: Instant): GoogleObject {
  const words = couponState(coupon, session, at);
  const isOver = words === 'No longer valid' || words === 'Redeemed';
  const days = session.expiresAt === null && coupon.expiryDays !== null ? String(coupon.expiryDays) : null;
  return {
    ...objectIds(pass),
    state: states[words],
    barcode: isOver ? null : barcodeOf(coupon, session),
    validTimeInterval: validityOf(coupon, session),
    textModulesData: textModules({
      state: [firstFilled(design.labels.status, 'Status'), words === 'Ready to use' ? null : words],
      days: ['Days after first use', days],
    }),
  };
}

const states: Record<CouponState, GoogleObject['state']> = {
  'Ready to use': 'ACTIVE',
  Claimed: 'ACTIVE',
  'Not valid yet': 'ACTIVE',
  'Not available at the moment': 'INACTIVE',
  'No longer valid': 'INACTIVE',
  Redeemed: 'COMPLETED',
  Expired: 'EXPIRED',
};

const formats: Record<Exclude<Coupon['barcode'], 'CODE39' | null>, string> = {
  CODE128B: 'CODE_128',
  PDF417: 'PDF_417',
  AZTEC: 'AZTEC',
  QRCODE: 'QR_CODE',
};

function barcodeOf({ barcode }: Coupon, { customValidationCode, session }: CouponSession): object {
  const text = customValidationCode ?? session;
  if (barcode === 'CODE39') return barcodeWith(isCode39(text) ? 'CODE_39' : 'QR_CODE', text);
  return barcodeWith(formats[barcode ?? 'QRCODE'], text);
}

/** Code 39 has no lower-case letters, and scanners may not know its extension that has them. */
function isCode39(text: string): boolean {
  return /^[0-9A-Z. $/+%-]+$/.test(text);
}

function validityOf({ startsAt }: Coupon, { expiresAt }: CouponSession): object | null {
  if (!startsAt && !expiresAt) return null;
  return {
    start: startsAt ? { date: toIso(startsAt) } : null,
    end: expiresAt ? { date: toIso(expiresAt) } : null,
  };
}
