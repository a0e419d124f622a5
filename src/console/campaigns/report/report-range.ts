import { maxDays } from '../../../statistics/report/report-period.ts';
import type { Page } from '../../frame/page.ts';

export type Interval = 'HOUR' | 'DAY' | 'WEEK' | 'MONTH';

/** The days of a report, as given in the address: either a number of days up to today, or a first and a last day. */
export interface Range {
  days: number | null;
  from: string | null;
  to: string | null;
  /** The number of days. */
  length: number;
  by: Interval;
}

export const quickDays = [1, 7, 28, 90, 365];
const usualDays = 28;

/** Reads the range from the address, and ignores invalid values. */
export function rangeOf(page: Page): Range {
  const [from, to] = [page.query('from') ?? '', page.query('to') ?? ''];
  const between = daysBetween(from, to);
  if (between !== null) return { days: null, from, to, length: between, by: intervalOf(page, between) };
  const given = Number(page.query('days'));
  const days = Number.isInteger(given) && given >= 1 && given <= maxDays ? given : usualDays;
  return { days, from: null, to: null, length: days, by: intervalOf(page, days) };
}

function daysBetween(from: string, to: string): number | null {
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
  if (!isDay(from) || !isDay(to)) return null;
  try {
    const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
    const days = first.until(last, { largestUnit: 'days' }).days + 1;
    return days >= 1 && days <= maxDays && first.year >= 1000 ? days : null;
  } catch {
    return null;
  }
}

/** The shortest and longest ranges for which an interval gives a readable chart. */
const fitting: Record<Interval, readonly [min: number, max: number]> = {
  HOUR: [1, 7],
  DAY: [2, 366],
  WEEK: [14, maxDays],
  MONTH: [60, maxDays],
};

export function intervalsFor(days: number): Interval[] {
  const intervals = Object.keys(fitting) as Interval[];
  return intervals.filter((interval) => days >= fitting[interval][0] && days <= fitting[interval][1]);
}

function intervalOf(page: Page, days: number): Interval {
  const chosen = intervalsFor(days).find((interval) => interval === page.query('by'));
  if (chosen) return chosen;
  if (days <= 2) return 'HOUR';
  return days <= 92 ? 'DAY' : days <= 731 ? 'WEEK' : 'MONTH';
}
