import { toDate } from '../../kernel/values/instant.ts';
import type { Integration } from '../integration/integration.ts';

/** For how long ahead messages are claimed: so urgent ones wait no longer than that for others of the same platform. */
const aheadMilliseconds = 1000;

/** When the rate of a platform allows its next messages. */
export interface Slots {
  /** How many there are to take now. */
  free: number;
  /** When the first of them is, and those after it. */
  at: (index: number) => number;
}

/** The slots of an integration from now on, over all processes; as many as one likes without a rate. */
export function slotsFrom(
  { perSecond, nextSlotAt }: Pick<Integration, 'perSecond' | 'nextSlotAt'>,
  now: number,
): Slots {
  if (!perSecond) return { free: Number.MAX_SAFE_INTEGER, at: () => now };
  const interval = 1000 / perSecond;
  const first = Math.max(now, nextSlotAt ? toDate(nextSlotAt).getTime() : 0);
  const free = Math.floor((now + aheadMilliseconds - first) / interval) + 1;
  return { free: Math.max(0, free), at: (index) => Math.ceil(first + index * interval) };
}

/** When to claim again with the next slot at this time: so late that several are free by then. */
export function lookBefore(nextSlot: number): number {
  return nextSlot - aheadMilliseconds / 2;
}
