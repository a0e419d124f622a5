import type { Logger } from 'pino';
import type { Listener } from '../signals/signals.ts';
import type { LaneEffect, Turn } from './lane.ts';
import type { Limits } from './lanes.ts';
import type { Leased } from './lease.ts';

/** How many more items of a lane this process may claim. */
export type Room = (laneId: string) => number;

/** An item with what came of it. */
export interface Outcome<Item, Verdict> {
  item: Item;
  verdict: Verdict;
}

/** Whether an item that was to be marked may begin, must not and has this verdict, or belongs to another process by now. */
export type Mark<Verdict> = 'BEGIN' | { verdict: Verdict } | 'LOST';

/** Writes down that items begin, right before they do. Without marks, the items of a process that dies are performed again. */
export interface Marking<Item, Verdict> {
  /** Marks items in one transaction. Returns a mark for each of them, in their order. */
  mark: (items: readonly Item[]) => Promise<readonly Mark<Verdict>[]>;
  /** How long after it was marked an item may begin. Items that have not begun by then are given back. */
  beginMilliseconds: number;
}

/**
 * A queue of items in lanes, such as deliveries to endpoints or messages to platforms. Any number of processes share it:
 * each claims items with a lease, performs them and writes their outcomes. When a process dies its items come due again.
 */
export interface LeasedQueue<Item extends Leased, Verdict> {
  /** Appears in logs. */
  name: string;
  wakeups: Listener;
  log: Logger;
  limits: Limits;
  /** How many items of a lane are performed at the same time. */
  parallel: (laneId: string) => number;
  /** Claims items that are due, except those of busy lanes. A turn without items says that there may be more. */
  claim: (room: Room, busy: readonly string[]) => Promise<readonly Turn<Item>[]>;
  marking?: Marking<Item, Verdict>;
  /** Has to end within half of the lease, or, of marked items, before others take them for lost. Never rejects. */
  perform: (item: Item) => Promise<Verdict>;
  /** The verdict on items that are given back before they began. */
  released: Verdict;
  effectOf: (verdict: Verdict) => LaneEffect;
  /** Writes outcomes in one transaction. An outcome that is written twice counts once. */
  settle: (outcomes: readonly Outcome<Item, Verdict>[]) => Promise<void>;
}
