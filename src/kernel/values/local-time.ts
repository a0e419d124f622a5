import { type Instant, toDate, toInstant } from './instant.ts';

/**
 * Converts a local time. If it falls into the gap of a clock change, it moves forward. If it occurs twice, it means the
 * later instant.
 */
export function fromLocalTime(local: string, timezone: string): Instant {
  const zoned = Temporal.PlainDateTime.from(local.replace(' ', 'T')).toZonedDateTime(timezone, {
    disambiguation: 'later',
  });
  return toInstant(new Date(zoned.epochMilliseconds));
}

export function moveToZone(instant: Instant, from: string, to: string): Instant {
  const local = Temporal.Instant.fromEpochMilliseconds(toDate(instant).getTime())
    .toZonedDateTimeISO(from)
    .toPlainDateTime();
  return toInstant(new Date(local.toZonedDateTime(to, { disambiguation: 'later' }).epochMilliseconds));
}

/**
 * Returns the calendar day of a time zone around an instant, or `later` days after it: its first instant, and that of the
 * next day.
 */
export function dayAround(instant: Instant, timezone: string, later = 0): { begin: Instant; end: Instant } {
  const day = Temporal.Instant.fromEpochMilliseconds(toDate(instant).getTime()).toZonedDateTimeISO(timezone);
  const beginOf = (date: Temporal.PlainDate) => toInstant(new Date(date.toZonedDateTime(timezone).epochMilliseconds));
  const date = day.toPlainDate().add({ days: later });
  return { begin: beginOf(date), end: beginOf(date.add({ days: 1 })) };
}

/** Returns the date of an instant in a time zone, as `yyyy-MM-dd`. */
export function dayIn(instant: Instant, timezone: string): string {
  return String(
    Temporal.Instant.fromEpochMilliseconds(toDate(instant).getTime()).toZonedDateTimeISO(timezone).toPlainDate(),
  );
}

export function isLocalDate(text: string): boolean {
  return isLocalTime(`${text} 00:00:00`);
}

export function isLocalTime(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2} \d{2}:\d{2}:[0-5]\d$/.test(text)) return false;
  try {
    Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}
