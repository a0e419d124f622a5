import { type Instant, toDate } from '../values/instant.ts';

/** How far ahead items are claimed. Urgent items wait no longer than that for others of their lane. */
const aheadMilliseconds = 1000;

/** How fast a lane takes items, of all processes together. */
interface Rate {
  /** Null without a limit. */
  perSecond: number | null;
  nextSlotAt: Instant | null;
}

/** The times from which a rate allows items to begin. */
interface Slots {
  /** How many there are to take now. */
  free: number;
  at: (index: number) => number;
}

/** The slots of a lane from now on. Without a rate there are as many as anybody wants. */
export function slotsFrom({ perSecond, nextSlotAt }: Rate, now: number): Slots {
  if (!perSecond) return { free: Number.MAX_SAFE_INTEGER, at: () => now };
  const interval = 1000 / perSecond;
  const first = Math.max(now, nextSlotAt ? toDate(nextSlotAt).getTime() : 0);
  const free = Math.floor((now + aheadMilliseconds - first) / interval) + 1;
  return { free: Math.max(0, free), at: (index) => Math.ceil(first + index * interval) };
}

/** When to claim again with the next slot at this time: late enough that several are free by then. */
export function lookBefore(nextSlot: number): number {
  return nextSlot - aheadMilliseconds / 2;
}
