import type { Logger } from 'pino';
import type { Listener } from '../signals/signals.ts';
import type { LaneEffect, Turn } from './lane.ts';
import type { Limits, Room } from './lanes.ts';
import type { Leased } from './lease.ts';

export interface Outcome<Item, Verdict> {
  item: Item;
  verdict: Verdict;
}

/** An item may begin, must not begin and has this verdict, or was claimed by another process. */
export type Mark<Verdict> = 'BEGIN' | { verdict: Verdict } | 'LOST';

/** Whose item it is, and which trace its attempt continues. */
interface Origin {
  accountId: string;
  traceparent?: string | null;
}

/** Records which items are about to begin. Without marks, other processes repeat all items of a process that dies. */
export interface Marking<Item, Verdict> {
  /** Marks items in one transaction. Returns a mark for each item, in the same order. */
  mark: (items: readonly Item[]) => Promise<readonly Mark<Verdict>[]>;
  /** How long after its mark an item may begin. After this time, the process gives the item back. */
  beginMilliseconds: number;
}

/**
 * A queue of items in lanes, such as deliveries to endpoints or messages to platforms. Any number of processes share
 * it: each claims items with a lease, performs them and writes their outcomes. When a process dies, its items come due
 * again.
 */
export interface LeasedQueue<Item extends Leased, Verdict> {
  name: string;
  wakeups: Listener;
  log: Logger;
  limits: Limits;
  parallel: (laneId: string) => number;
  /** Claims due items as far as there is room. A turn without items means that there may be more. */
  claim: (room: Room) => Promise<readonly Turn<Item>[]>;
  marking?: Marking<Item, Verdict>;
  /** Must not reject, and must end within half of the lease or before the mark counts as lost. */
  perform: (item: Item) => Promise<Verdict>;
  /** The verdict for items that are given back before they began. */
  released: Verdict;
  effectOf: (verdict: Verdict) => LaneEffect;
  /** Without it, attempts are not measured: `perform` does so itself. */
  originOf?: (item: Item) => Origin;
  /** Writes outcomes in one transaction. An outcome that is written twice must count once. */
  settle: (outcomes: readonly Outcome<Item, Verdict>[]) => Promise<void>;
}
