import { locales, type PassLanguage } from '../../words/languages.ts';
import type { PassField } from '../pass-file/pass-content.ts';
import { translated } from '../pass-file/pass-words.ts';

export interface Phone {
  language: PassLanguage;
  /** The zone of the campaign, so that the pass shows the same time as the page of the coupon. */
  timezone: string;
}

export function shownLabel({ label }: PassField, { language }: Phone): string {
  return translated(label ?? '', language);
}

export function shownValue({ value, currencyCode, dateStyle }: PassField, { language, timezone }: Phone): string {
  const locale = locales[language];
  if (currencyCode)
    return new Intl.NumberFormat(locale, { style: 'currency', currency: currencyCode }).format(Number(value));
  if (!dateStyle) return translated(String(value), language);
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(value));
}
