import { type Instant, toDate } from '../values/instant.ts';

/** How long before their slots items are claimed, and so how long an urgent item waits for earlier ones. */
const aheadMilliseconds = 1000;

/** The rate of a lane, which all processes share. */
interface Rate {
  /** Null for no limit. */
  perSecond: number | null;
  nextSlotAt: Instant | null;
}

/** The earliest times at which a rate allows items to begin. */
interface Slots {
  /** The number of slots available now. */
  free: number;
  at: (index: number) => number;
}

/** Returns the slots of a lane from now on. Without a rate, their number is unlimited. */
export function slotsFrom({ perSecond, nextSlotAt }: Rate, now: number): Slots {
  if (!perSecond) return { free: Number.MAX_SAFE_INTEGER, at: () => now };
  const interval = 1000 / perSecond;
  const first = Math.max(now, nextSlotAt ? toDate(nextSlotAt).getTime() : 0);
  const free = Math.floor((now + aheadMilliseconds - first) / interval) + 1;
  return { free: Math.max(0, free), at: (index) => Math.ceil(first + index * interval) };
}

/** Returns when to claim again if the next slot is at this time: late enough for several slots to be free. */
export function lookBefore(nextSlot: number): number {
  return nextSlot - aheadMilliseconds / 2;
}
