import { type Instant, toDate } from '../../kernel/values/instant.ts';
import { type Language, locales } from '../../words/languages.ts';

/** Formats a day as `31 January 2027`, in the time zone of the directory or the coupon. */
export function formatDay(instant: Instant, timezone: string, language: Language = 'en'): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: timezone }).format(toDate(instant));
}

/** Formats a time as `31 January 2027 at 18:00`. */
export function formatMoment(instant: Instant, timezone: string, language: Language = 'en'): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: timezone } as const;
  return new Intl.DateTimeFormat(locales[language], options).format(toDate(instant));
}

/** Returns a name such as `Central European Time`. */
export function timezoneName(timezone: string, language: Language): string {
  const options = { timeZone: timezone, timeZoneName: 'longGeneric' } as const;
  const parts = new Intl.DateTimeFormat(locales[language], options).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timezone;
}

/** Formats money as `€5.00`, or the number alone if there is no currency. */
export function formatMoney(value: string | null, currency: string | null, language: Language = 'en'): string | null {
  if (value === null) return null;
  if (currency === null) return value;
  return new Intl.NumberFormat(locales[language], { style: 'currency', currency }).format(Number(value));
}
