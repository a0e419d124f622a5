import { type Instant, toDate, toInstant } from '../../kernel/values/instant.ts';

/* Statistics count UTC quarter hours since 1970, because time zones differ from UTC by multiples of 15 minutes. */

export const quarterMilliseconds = 900_000;

export const quartersOfHour = 4;
export const quartersOfDay = 96;

export function quarterOf(instant: Instant): number {
  const minute = instant.slice(0, 16);
  // Cached, because most events of a batch are of the same minute.
  if (minute !== latest.minute)
    latest = { minute, quarter: Math.floor(toDate(minute).getTime() / quarterMilliseconds) };
  return latest.quarter;
}

let latest = { minute: '', quarter: 0 };

export function beginOf(quarter: number): Instant {
  return toInstant(new Date(quarter * quarterMilliseconds));
}
