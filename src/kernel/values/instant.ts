import { AsyncLocalStorage } from 'node:async_hooks';

/** An instant in UTC as `yyyy-MM-dd HH:mm:ss.SSS`, the same form in entities, in statements and in the database. */
export type Instant = string;

/** The last instant that databases support. It stands for an end that never comes. */
export const endOfTime: Instant = '9999-12-31 23:59:59.999';

/** Converts a date. Databases support the years 1000 to 9999; an instant outside them becomes the first or last one. */
export function toInstant(date: Date): Instant {
  if (date.getUTCFullYear() < 1000) return '1000-01-01 00:00:00.000';
  if (date.getUTCFullYear() > 9999) return endOfTime;
  const iso = date.toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;
}

export function now(): Instant {
  const past = pasts.getStore();
  if (past) return past;
  const time = Date.now();
  // Cached per millisecond, because a list calls this for each of its items.
  if (time !== latest.time) latest = { time, text: toInstant(new Date(time)) };
  return latest.text;
}

const pasts = new AsyncLocalStorage<Instant>();

/**
 * Does work as if it were the given time: what the work records happened then. For data with a past, such as that of the
 * demo. The work must neither wait for other work nor signal it, because that would have the same time.
 */
export function asOf<Result>(time: Instant, work: () => Result): Result {
  return pasts.run(time, work);
}

let latest: { time: number; text: Instant } = { time: 0, text: '' };

export function daysAgo(days: number): Instant {
  return toInstant(new Date(Date.now() - days * 24 * 3600 * 1000));
}

export function toDate(value: Instant): Date {
  return new Date(`${value.slice(0, 10)}T${value.slice(11)}Z`);
}

/** Formats as ISO 8601 in UTC with milliseconds. MySQL omits a fraction of zero. */
export function toIso(value: Instant): string {
  return `${value.slice(0, 10)}T${value.slice(11).padEnd(12, '.000')}Z`;
}
