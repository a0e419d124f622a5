import { type Instant, toDate, toInstant } from './instant.ts';

/**
 * Returns the instant of a local `yyyy-MM-dd HH:mm:ss` in a time zone. A time in the gap of a DST change moves forward,
 * and an ambiguous time means the later instant (contract, section 6, "Expiry").
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

export function isLocalDate(text: string): boolean {
  return isLocalTime(`${text} 00:00:00`);
}

/** Returns whether the text is a valid `yyyy-MM-dd HH:mm:ss` in a year that databases support. */
export function isLocalTime(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2} \d{2}:\d{2}:[0-5]\d$/.test(text)) return false;
  try {
    Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}
