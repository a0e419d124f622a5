import { AsyncLocalStorage } from 'node:async_hooks';

/** A time in UTC, as `yyyy-MM-dd HH:mm:ss.SSS`. Entities, statements and the database use this form. */
export type Instant = string;

export const endOfTime: Instant = '9999-12-31 23:59:59.999';

/** Databases support the years 1000 to 9999. Other dates become the nearest of these. */
export function toInstant(date: Date): Instant {
  if (date.getUTCFullYear() < 1000) return '1000-01-01 00:00:00.000';
  if (date.getUTCFullYear() > 9999) return endOfTime;
  const iso = date.toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;
}

export function instantIn(text: string): Instant | null {
  try {
    return toInstant(new Date(Temporal.Instant.from(text).epochMilliseconds));
  } catch {
    return null;
  }
}

export function isInstant(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}$/.test(text) ? toDate(text) : null;
  return date !== null && !Number.isNaN(date.getTime()) && toInstant(date) === text;
}

export function now(): Instant {
  const clock = clocks.getStore();
  return typeof clock === 'string' ? clock : instantOf(Date.now() + (clock ?? 0));
}

/** Returns the real time, for code that ignores the clocks of test accounts, such as that for credentials and logs. */
export function realNow(): Instant {
  return instantOf(Date.now());
}

export function nowMilliseconds(): number {
  return Date.now() + clockAhead();
}

export function clockAhead(): number {
  const clock = clocks.getStore();
  return typeof clock === 'number' ? clock : 0;
}

/** A fixed time, or the milliseconds by which a clock is ahead. */
const clocks = new AsyncLocalStorage<Instant | number>();

/**
 * Runs work as if at a past time, as the demo does. While the service runs, it must not wait for or signal other work.
 */
export function asOf<Result>(time: Instant, work: () => Result): Result {
  return clocks.run(time, work);
}

export function inRealTime(instant: Instant): Instant {
  const ahead = clockAhead();
  return ahead === 0 ? instant : toInstant(new Date(toDate(instant).getTime() - ahead));
}

/** Runs work on a clock that is `ahead` by this many milliseconds. */
export function atClock<Result>(ahead: number, work: () => Result): Result {
  return ahead === clockAhead() ? work() : clocks.run(ahead, work);
}

/** The result is kept for a millisecond, because lists ask for each item. */
function instantOf(time: number): Instant {
  if (time !== latest.time) latest = { time, text: toInstant(new Date(time)) };
  return latest.text;
}

let latest: { time: number; text: Instant } = { time: 0, text: '' };

export function daysAgo(days: number): Instant {
  return toInstant(new Date(nowMilliseconds() - days * 24 * 3600 * 1000));
}

export function fromNow(milliseconds: number): Instant {
  return toInstant(new Date(nowMilliseconds() + milliseconds));
}

/** Returns the last millisecond before an instant: it is on the last day of a period that ends at midnight. */
export function lastMomentBefore(instant: Instant): Instant {
  return toInstant(new Date(toDate(instant).getTime() - 1));
}

export function toDate(value: Instant): Date {
  return new Date(`${value.slice(0, 10)}T${value.slice(11)}Z`);
}

export function toIso(value: Instant): string {
  return `${value.slice(0, 10)}T${value.slice(11)}Z`;
}
