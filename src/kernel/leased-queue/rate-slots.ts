import { type Instant, toDate } from '../values/instant.ts';

/** How long before its slot an item is claimed. An urgent item may wait this long. */
const aheadMilliseconds = 1000;

interface Rate {
  perSecond: number | null;
  nextSlotAt: Instant | null;
}

interface Slots {
  free: number;
  at: (index: number) => number;
}

export function slotsFrom({ perSecond, nextSlotAt }: Rate, now: number): Slots {
  if (!perSecond) return { free: Number.MAX_SAFE_INTEGER, at: () => now };
  const interval = 1000 / perSecond;
  const first = Math.max(now, nextSlotAt ? toDate(nextSlotAt).getTime() : 0);
  const free = Math.floor((now + aheadMilliseconds - first) / interval) + 1;
  return { free: Math.max(0, free), at: (index) => Math.ceil(first + index * interval) };
}

export function lookBefore(nextSlot: number): number {
  return nextSlot - aheadMilliseconds / 2;
}
