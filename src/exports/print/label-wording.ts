import type { Coupon } from '../../coupons/coupon/coupon.ts';
import { firstFilled, titleOf } from '../../kernel/values/blank.ts';
import { type Instant, toDate } from '../../kernel/values/instant.ts';
import { barcodeText } from '../../sessions/barcode/barcode.ts';
import { couponPath, sessionPath } from '../../vocabulary/links.ts';
import { dictionaries, type Language, locales } from '../../words/languages.ts';
import type { PrintLanguage, PrintSheet } from './code-sheet.ts';
import type { Label } from './label-drawing.ts';
import type { PrintedSession } from './printed-session.ts';

export function labelOf(coupon: Coupon, sheet: PrintSheet, session: PrintedSession): Label {
  const { barcode, language, text, shows, publicUrl } = sheet;
  const address = publicUrl + sessionPath(coupon.code, session.session);
  return {
    ...textsOf(coupon, language),
    ...(!shows.price && { price: '' }),
    text,
    expiry: shows.expiry ? expiryOf(session.expiresAt, coupon, language) : '',
    code: shows.code ? barcodeText(session) : '',
    barcode: barcode ? { text: barcodeText(session), type: barcode } : { text: address, type: 'QRCODE' },
  };
}

export function tentLabel(coupon: Coupon, language: PrintLanguage, publicUrl: string): Label {
  const address = publicUrl + couponPath(coupon.code);
  return {
    ...textsOf(coupon, language),
    text: firstFilled(coupon.subtitle),
    expiry: expiryOf(coupon.expiresAt, coupon, language),
    code: address.replace(/^https?:\/\//, ''),
    barcode: { text: address, type: 'QRCODE' },
  };
}

function textsOf(coupon: Coupon, language: PrintLanguage): { title: string; price: string } {
  return { title: titleOf(coupon), price: priceOf(coupon, language) };
}

function priceOf({ value, currency }: Coupon, language: PrintLanguage): string {
  if (value === null || currency === null) return value ?? '';
  return new Intl.NumberFormat(locales[languageOf(language)], { style: 'currency', currency }).format(Number(value));
}

function expiryOf(expiresAt: Instant | null, { timezone }: Coupon, language: PrintLanguage): string {
  if (!expiresAt) return '';
  const name = languageOf(language);
  const day = new Intl.DateTimeFormat(locales[name], { dateStyle: 'long', timeZone: timezone });
  return dictionaries[name].sessionPage.validUntil(day.format(toDate(expiresAt)));
}

function languageOf(language: PrintLanguage): Language {
  return language.toLowerCase() as Language;
}
