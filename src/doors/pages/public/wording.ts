import { type Instant, toDate } from '../../../kernel/values/instant.ts';

/** A day as people write it, in the zone of the directory or the coupon: `31 January 2027`. */
export function day(instant: Instant, timezone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: timezone }).format(toDate(instant));
}

/** With the time: `31 January 2027 at 18:00`. */
export function moment(instant: Instant, timezone: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: timezone } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(toDate(instant));
}

/** What something is worth: `€5.00`, or the number alone. */
export function worth(value: string | null, currency: string | null): string | null {
  if (value === null) return null;
  if (currency === null) return value;
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(Number(value));
}
