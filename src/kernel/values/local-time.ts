import { type Instant, toDate, toInstant } from './instant.ts';

/**
 * The instant of a local `yyyy-MM-dd HH:mm:ss` in a time zone. A time in the gap of a DST change moves forward, and of a
 * time that comes twice the later one counts (contract, section 6, "Expiry").
 */
export function fromLocalTime(local: string, timezone: string): Instant {
  const zoned = Temporal.PlainDateTime.from(local.replace(' ', 'T')).toZonedDateTime(timezone, {
    disambiguation: 'later',
  });
  return toInstant(new Date(zoned.epochMilliseconds));
}

/** The same local time in another zone. */
export function moveToZone(instant: Instant, from: string, to: string): Instant {
  const local = Temporal.Instant.fromEpochMilliseconds(toDate(instant).getTime())
    .toZonedDateTimeISO(from)
    .toPlainDateTime();
  return toInstant(new Date(local.toZonedDateTime(to, { disambiguation: 'later' }).epochMilliseconds));
}

/** Whether the text is a `yyyy-MM-dd` that exists in the calendar, in a year that databases can hold. */
export function isLocalDate(text: string): boolean {
  return isLocalTime(`${text} 00:00:00`);
}

/** Whether the text is a `yyyy-MM-dd HH:mm:ss` that exists in the calendar, in a year that databases can hold. */
export function isLocalTime(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2} \d{2}:\d{2}:[0-5]\d$/.test(text)) return false;
  try {
    Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}
