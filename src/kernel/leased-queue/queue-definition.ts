import type { Logger } from 'pino';
import type { Listener } from '../signals/signals.ts';
import type { LaneEffect, Turn } from './lane.ts';
import type { Limits } from './lanes.ts';
import type { Leased } from './lease.ts';

/** Returns how many more items of a lane this process may claim. */
export type Room = (laneId: string) => number;

/** An item and its verdict. */
export interface Outcome<Item, Verdict> {
  item: Item;
  verdict: Verdict;
}

/**
 * The result of marking an item: it may begin, it must not begin and has this verdict, or another process has claimed
 * it.
 */
export type Mark<Verdict> = 'BEGIN' | { verdict: Verdict } | 'LOST';

/**
 * Records that items begin, right before they do. Without marks, the items of a process that dies are performed again.
 */
export interface Marking<Item, Verdict> {
  /** Marks items in one transaction. Returns a mark for each item, in the same order. */
  mark: (items: readonly Item[]) => Promise<readonly Mark<Verdict>[]>;
  /** How long after marking an item may begin. Later, it is given back. */
  beginMilliseconds: number;
}

/**
 * A queue of items in lanes, such as deliveries to endpoints or messages to platforms. Any number of processes share
 * it: each claims items with a lease, performs them and writes their outcomes. When a process dies, its items come due
 * again.
 */
export interface LeasedQueue<Item extends Leased, Verdict> {
  /** Appears in logs. */
  name: string;
  wakeups: Listener;
  log: Logger;
  limits: Limits;
  /** Returns how many items of a lane are performed in parallel. */
  parallel: (laneId: string) => number;
  /** Claims due items, except those of busy lanes. A turn without items means that there may be more. */
  claim: (room: Room, busy: readonly string[]) => Promise<readonly Turn<Item>[]>;
  marking?: Marking<Item, Verdict>;
  /**
   * Must end within half of the lease, or for marked items before other processes consider them lost. Never rejects.
   */
  perform: (item: Item) => Promise<Verdict>;
  /** The verdict for items that are given back before they began. */
  released: Verdict;
  effectOf: (verdict: Verdict) => LaneEffect;
  /** Writes outcomes in one transaction. An outcome that is written twice must count once. */
  settle: (outcomes: readonly Outcome<Item, Verdict>[]) => Promise<void>;
}
