import { type Instant, toDate, toInstant } from '../../../kernel/values/instant.ts';

export const timezone = 'Europe/Berlin';

const daysOfYear = 365;
const minute = 60_000;

/** `ago` is 0 for the last day. */
export interface Day {
  ago: number;
  date: string;
  /** 1 is Monday. */
  weekday: number;
  /** In milliseconds since 1970. Clocks change at night, so noon fixes the UTC offset of the opening hours. */
  noon: number;
}

export function daysUntil(end: Instant): Day[] {
  const last = Temporal.Instant.fromEpochMilliseconds(toDate(end).getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  return Array.from({ length: daysOfYear + 1 }, (_, index) => {
    const ago = daysOfYear - index;
    const date = last.subtract({ days: ago });
    const noon = date.toZonedDateTime({ timeZone: timezone, plainTime: '12:00' }).epochMilliseconds;
    return { ago, date: date.toString(), weekday: date.dayOfWeek, noon };
  });
}

export const busynessOf = ({ weekday }: Day) => [0.8, 0.9, 1, 1, 1.25, 1.7, 0.75][weekday - 1] ?? 1;

export function minutesAfter(time: Instant, minutes: number): Instant {
  return toInstant(new Date(toDate(time).getTime() + Math.round(minutes * minute)));
}

/** Seeded, so that all demos are alike. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.next();
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  of<Item>(list: readonly Item[]): Item {
    return list[Math.floor(this.next() * list.length)] as Item;
  }

  weighted(weights: readonly number[]): number {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    return Math.max(
      0,
      weights.findIndex((weight) => {
        left -= weight;
        return left < 0;
      }),
    );
  }

  /** Has a Poisson distribution. */
  amount(expected: number): number {
    const limit = Math.exp(-expected);
    let times = 0;
    for (let product = this.next(); product > limit; product *= this.next()) times += 1;
    return times;
  }

  /** Has an exponential distribution. */
  wait(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }

  /** Minutes after noon, with random seconds. */
  timeOf(day: Day, minutes: number): Instant {
    return toInstant(new Date(day.noon + Math.floor(minutes) * minute + Math.floor(this.next() * minute)));
  }

  /** Mostly in the morning. On Sundays shops close at noon. */
  timeInShop(day: Day): Instant {
    const [from, to] = day.weekday === 7 ? [-240, 0] : [-330, 390];
    return this.timeOf(day, from + (to - from) * this.next() * this.between(0.4, 1));
  }

  /** During waking hours. */
  timeAtHome(day: Day): Instant {
    return this.timeOf(day, this.between(-270, 600));
  }

  /** More likely on a busy day. */
  visitDay(days: readonly Day[], meanDays: number): Day | undefined {
    const day = days[Math.floor(this.wait(meanDays))];
    return day && !this.chance(busynessOf(day) / 1.7) ? this.visitDay(days, meanDays) : day;
  }
}
