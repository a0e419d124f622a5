import { type Instant, toDate } from '../../../kernel/values/instant.ts';

/** Formats a day in the time zone of the directory or the coupon: `31 January 2027`. */
export function formatDay(instant: Instant, timezone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: timezone }).format(toDate(instant));
}

/** Formats a day and time: `31 January 2027 at 18:00`. */
export function formatMoment(instant: Instant, timezone: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: timezone } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(toDate(instant));
}

/** Formats an amount: `€5.00`, or the number alone if there is no currency. */
export function formatMoney(value: string | null, currency: string | null): string | null {
  if (value === null) return null;
  if (currency === null) return value;
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(Number(value));
}
