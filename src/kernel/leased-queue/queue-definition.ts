import type { Logger } from 'pino';
import type { Listener } from '../signals/signals.ts';
import type { ClaimedBatch, LaneEffect } from './lane.ts';
import type { Limits, Room } from './lanes.ts';
import type { Leased } from './lease.ts';

export interface Outcome<Item, Verdict> {
  item: Item;
  verdict: Verdict;
}

/**
 * The answer for an item: begin it; do not begin it, but count this verdict; or leave it, because another process has
 * claimed it.
 */
export type Mark<Verdict> = 'BEGIN' | { verdict: Verdict } | 'LOST';

interface Origin {
  accountId: string;
  traceparent?: string | null;
}

/** Marks items before they begin. Without marks, all items of a dead process are repeated. */
export interface Marking<Item, Verdict> {
  /** Marks items in one transaction. Returns the answers in the same order. */
  mark: (items: readonly Item[]) => Promise<readonly Mark<Verdict>[]>;
  /** After this time, the process gives the item back. */
  beginMilliseconds: number;
}

/**
 * A queue that several processes share. When a process dies, the leases of its items end, and the items come due again.
 */
export interface LeasedQueue<Item extends Leased, Verdict> {
  name: string;
  wakeups: Listener;
  log: Logger;
  limits: Limits;
  parallel: (laneId: string) => number;
  /** Claims items. Even an empty batch means that there may be more items. */
  claim: (room: Room) => Promise<readonly ClaimedBatch<Item>[]>;
  marking?: Marking<Item, Verdict>;
  /** Performs an attempt. Must not reject, and must end within half of the lease. */
  perform: (item: Item) => Promise<Verdict>;
  released: Verdict;
  effectOf: (verdict: Verdict) => LaneEffect;
  originOf?: (item: Item) => Origin;
  /** Stores outcomes in one transaction. An outcome that is written twice must count once. */
  settle: (outcomes: readonly Outcome<Item, Verdict>[]) => Promise<void>;
}
