import { type Instant, toDate, toInstant } from '../../kernel/values/instant.ts';

export const timezone = 'Europe/Berlin';
export const daysOfYear = 366;

/** `ago` is the number of days before the last day. */
export interface Day {
  ago: number;
  date: Temporal.PlainDate;
}

export function dayBefore(end: Instant, ago: number): Day {
  const last = Temporal.Instant.fromEpochMilliseconds(toDate(end).getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  return { ago, date: last.subtract({ days: ago }) };
}

/** How busy the shops are on each day, from Monday to Sunday. */
const busyness = [0.8, 0.9, 1, 1, 1.25, 1.7, 0.75];
export const busynessOf = ({ date }: Day) => busyness[date.dayOfWeek - 1] ?? 1;

export function minutesAfter(time: Instant, minutes: number): Instant {
  return toInstant(new Date(toDate(time).getTime() + Math.round(minutes * 60_000)));
}

/** Returns a time in a shop, mostly in the morning. On Sundays shops close at noon. */
export function timeInShop({ date }: Day): Instant {
  // Clocks change at night, so noon determines the UTC offset of the opening hours.
  const { epochMilliseconds: noon } = date.toZonedDateTime({ timeZone: timezone, plainTime: '12:00' });
  const [from, length] = date.dayOfWeek === 7 ? [-240, 240] : [-330, 720];
  const minutes = from + length * Math.random() * (0.4 + 0.6 * Math.random());
  return toInstant(new Date(noon + Math.floor(minutes * 60_000)));
}

export const below = (limit: number) => Math.floor(Math.random() * limit);

/** Makes a random number of items. Its mean is `expected`. */
export function times<Item>(expected: number, make: () => Item): Item[] {
  return Array.from({ length: Math.floor(expected + Math.random()) }, make);
}
