import { invalidInput } from '../../kernel/problem.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { nowMilliseconds } from '../../kernel/values/instant.ts';
import { beginOf, quarterMilliseconds, quartersOfDay, quartersOfHour } from '../tally/tally.ts';

export const intervals = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export type Interval = (typeof intervals)[number];

/** The maximum number of days: ten years with their leap days. */
export const maxDays = 3653;
const maxPoints = 1000;

const defaultDays = 7;

/** A range of local days as `yyyy-MM-dd`, both inclusive. */
export interface DayRange {
  from: string;
  to: string;
}

/** A part of a period, in quarter hours. Its offset from UTC does not change. */
export interface Segment {
  from: number;
  /** The end, exclusive. */
  to: number;
  offset: number;
}

/** A part of a report, in quarter hours. Its end is exclusive. */
export interface Point {
  from: number;
  to: number;
}

export interface Period extends DayRange {
  by: Interval;
  timezone: string;
  segments: readonly Segment[];
  points: readonly Point[];
}

export interface DayRangeInput {
  from?: string | null | undefined;
  to?: string | null | undefined;
  days?: number | null | undefined;
}

/**
 * Returns the range. By default, it is the last seven days in the time zone. Throws `INVALID_INPUT` if both `from` and
 * `days` are given.
 */
export function dayRange(given: DayRangeInput, timezone: string): DayRange {
  if (given.from != null && given.days != null) throw invalidInput('days', 'cannot be combined with from');
  const to = given.to
    ? Temporal.PlainDate.from(given.to)
    : Temporal.Instant.fromEpochMilliseconds(nowMilliseconds()).toZonedDateTimeISO(timezone).toPlainDate();
  const days = given.days ?? defaultDays;
  const from = given.from ? Temporal.PlainDate.from(given.from) : to.subtract({ days: days - 1 });
  return { from: String(from), to: String(to) };
}

export function daysBefore(range: DayRange): DayRange {
  const [from, to] = [Temporal.PlainDate.from(range.from), Temporal.PlainDate.from(range.to)];
  const days = from.until(to, { largestUnit: 'days' }).days + 1;
  return { from: String(from.subtract({ days })), to: String(from.subtract({ days: 1 })) };
}

/** Returns the period. Throws `INVALID_INPUT` if the range is too long, or ends before it begins. */
export function periodOf({ from, to }: DayRange, by: Interval, timezone: string): Period {
  const first = Temporal.PlainDate.from(from);
  const end = Temporal.PlainDate.from(to).add({ days: 1 });
  const days = first.until(end, { largestUnit: 'days' }).days;
  if (days < 1) throw invalidInput('to', 'is before from');
  if (days > maxDays) throw invalidInput('to', `is more than ${maxDays} days after from`);
  const max = by === 'HOUR' ? Math.floor(maxPoints / 24) : by === 'DAY' ? maxPoints : maxDays;
  if (days > max) throw invalidInput('by', `would give more than ${maxPoints} points; give at most ${max} days`);
  const segments = segmentsBetween(first.toZonedDateTime(timezone), end.toZonedDateTime(timezone));
  const points = by === 'HOUR' ? segments.flatMap(hoursOf) : daysOf(first, end, by, timezone);
  return { from, to, by, timezone, segments, points };
}

function segmentsBetween(from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime): Segment[] {
  const segments: Segment[] = [];
  for (let begin = from; Temporal.ZonedDateTime.compare(begin, to) < 0; ) {
    const change = begin.getTimeZoneTransition('next');
    const end = change && Temporal.ZonedDateTime.compare(change, to) < 0 ? change : to;
    const offset = Math.round(begin.offsetNanoseconds / 1e6 / quarterMilliseconds);
    segments.push({ from: quarterAt(begin), to: quarterAt(end), offset });
    begin = end;
  }
  return segments;
}

function quarterAt({ epochMilliseconds }: Temporal.ZonedDateTime): number {
  return Math.floor(epochMilliseconds / quarterMilliseconds);
}

/** Returns the hours of a segment. In some zones, there are parts of hours at its edges. */
function hoursOf({ from, to, offset }: Segment): Point[] {
  const points: Point[] = [];
  for (let begin = from; begin < to; ) {
    const end = Math.min(to, begin + quartersOfHour - ((begin + offset) % quartersOfHour));
    points.push({ from: begin, to: end });
    begin = end;
  }
  return points;
}

/** Returns days, weeks or months. If one begins before the range, it is cut there. */
function daysOf(first: Temporal.PlainDate, end: Temporal.PlainDate, by: Interval, timezone: string): Point[] {
  const points: Point[] = [];
  for (let day = first; Temporal.PlainDate.compare(day, end) < 0; ) {
    const next = nextUnit(day, by);
    const until = Temporal.PlainDate.compare(next, end) < 0 ? next : end;
    points.push({
      from: quarterAt(day.toZonedDateTime(timezone)),
      to: quarterAt(until.toZonedDateTime(timezone)),
    });
    day = until;
  }
  return points;
}

/** Returns the first day of the next unit. Weeks begin on Monday. */
function nextUnit(day: Temporal.PlainDate, by: Interval): Temporal.PlainDate {
  if (by === 'WEEK') return day.add({ days: 8 - day.dayOfWeek });
  if (by === 'MONTH') return day.with({ day: 1 }).add({ months: 1 });
  return day.add({ days: 1 });
}

/** Returns the size of the slots that the database sums: hours, or days, which add up to weeks and months. */
export function slotSize({ by }: Period): number {
  return by === 'HOUR' ? quartersOfHour : quartersOfDay;
}

export function instantsOf({ from, to }: Point): { start: Instant; end: Instant } {
  return { start: beginOf(from), end: beginOf(to) };
}
