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

/** Returns the instant of an ISO 8601 date and time with a UTC offset. Null if the text is none. */
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

/** Returns the real time, for what does not follow the clock of a test account, such as credentials and logs. */
export function realNow(): Instant {
  return instantOf(Date.now());
}

/** Returns the time of the clock on which the current work runs, in milliseconds since 1970. */
export function nowMilliseconds(): number {
  return Date.now() + clockAhead();
}

/** Returns by how many milliseconds the clock on which the current work runs is ahead of the real time. */
export function clockAhead(): number {
  const clock = clocks.getStore();
  return typeof clock === 'number' ? clock : 0;
}

/** A fixed time, or how many milliseconds a clock is ahead of the real time. */
const clocks = new AsyncLocalStorage<Instant | number>();

/**
 * Does work as if it were the given time: what the work records happened then. For data with a past, such as that of the
 * demo. The work must neither wait for other work nor signal it, because that would have the same time.
 */
export function asOf<Result>(time: Instant, work: () => Result): Result {
  return clocks.run(time, work);
}

export function inRealTime(instant: Instant): Instant {
  const ahead = clockAhead();
  return ahead === 0 ? instant : toInstant(new Date(toDate(instant).getTime() - ahead));
}

/** Does work on a clock that is ahead of the real time by some milliseconds, and otherwise runs like the real one. */
export function atClock<Result>(ahead: number, work: () => Result): Result {
  return ahead === clockAhead() ? work() : clocks.run(ahead, work);
}

/** Converts milliseconds since 1970. Cached per millisecond, because a list asks for the time for each of its items. */
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

export function toDate(value: Instant): Date {
  return new Date(`${value.slice(0, 10)}T${value.slice(11)}Z`);
}

/** Formats as ISO 8601 in UTC with milliseconds. */
export function toIso(value: Instant): string {
  return `${value.slice(0, 10)}T${value.slice(11)}Z`;
}
