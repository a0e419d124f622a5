import { type Instant, toDate, toInstant } from '../../../kernel/values/instant.ts';
import type { Dice } from './dice.ts';

/** The year and its days are those of the bakery. */
export const timezone = 'Europe/Berlin';

const daysOfYear = 365;
const minute = 60_000;

/** A local day. The last one is `ago` 0. */
export interface Day {
  ago: number;
  date: string;
  /** 1 is Monday. */
  weekday: number;
  /** Noon, in milliseconds since 1970. Clocks change at night, so all opening hours have this distance from UTC. */
  noon: number;
}

/** Returns the days of the year that ends at an instant, the first day first. */
export function daysUntil(end: Instant): Day[] {
  const last = Temporal.Instant.fromEpochMilliseconds(toDate(end).getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  return Array.from({ length: daysOfYear + 1 }, (_, index) => {
    const ago = daysOfYear - index;
    const date = last.subtract({ days: ago });
    const noon = date.toZonedDateTime({ timeZone: timezone, plainTime: '12:00' }).epochMilliseconds;
    return { ago, date: date.toString(), weekday: date.dayOfWeek, noon };
  });
}

/** How busy the shops are, from Monday to Sunday. */
const busyness = [0.8, 0.9, 1, 1, 1.25, 1.7, 0.75];

export function busynessOf({ weekday }: Day): number {
  return busyness[weekday - 1] ?? 1;
}

/** Returns a time at which a shop is open, rather in the morning. On Sundays the shops close at noon. */
export function timeInShop(day: Day, dice: Dice): Instant {
  const [from, to] = day.weekday === 7 ? [-240, 0] : [-330, 390];
  return timeOf(day, from + (to - from) * dice.next() * dice.between(0.4, 1), dice);
}

/** Returns a day after others on which a customer comes: sooner or later, and rather on a busy day. */
export function visitDay(days: readonly Day[], meanDays: number, dice: Dice): Day | undefined {
  const day = days[Math.floor(dice.wait(meanDays))];
  return day && !dice.chance(busynessOf(day) / 1.7) ? visitDay(days, meanDays, dice) : day;
}

/** Returns a time at which people are awake. */
export function timeAtHome(day: Day, dice: Dice): Instant {
  return timeOf(day, dice.between(-270, 600), dice);
}

/** Returns the time so many minutes after noon, with seconds. */
export function timeOf(day: Day, minutes: number, dice?: Dice): Instant {
  return toInstant(new Date(day.noon + Math.floor(minutes) * minute + Math.floor((dice?.next() ?? 0) * minute)));
}

export function minutesAfter(time: Instant, minutes: number): Instant {
  return toInstant(new Date(toDate(time).getTime() + Math.round(minutes * minute)));
}
