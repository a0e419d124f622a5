import { clockAhead, fromNow, type Instant, now, toInstant } from '../values/instant.ts';

/** Duration of a lease: twice the maximum duration of an attempt. */
const leaseMilliseconds = 60_000;

/** Returns the end of a lease as an instant on the clock of the item's account, on which the current work runs. */
export function instantOfLease(leaseEnd: number): Instant {
  return toInstant(new Date(leaseEnd + clockAhead()));
}

/** What tells apart an item that a process has claimed from one that waits for a retry. */
interface LeasedRow {
  /** When the next attempt is due or, during an attempt, when its lease ends. */
  dueAt: Instant;
  claims: number;
  failures: number;
}

/**
 * Returns when an item is due, on the clock on which the current work runs: now, while a process may have it, because
 * the clock must not overtake its lease. Every claim that does not end with a failure counts as one under way.
 */
export function dueOf({ dueAt, claims, failures }: LeasedRow): Instant {
  return claims > failures && dueAt <= fromNow(leaseMilliseconds) ? now() : dueAt;
}

/** An item that a process has claimed from a queue until the lease ends. */
export interface Leased {
  /** In milliseconds since 1970. */
  readonly leaseEnd: number;
  /** Whether the item begins before others of its lane and its outcome is written at once. */
  readonly urgent: boolean;
}

export function newLeaseEnd(): number {
  return Date.now() + leaseMilliseconds;
}

/** Returns whether half of the lease is over: an attempt that begins now might not end within it. */
export function isLate({ leaseEnd }: Leased, now: number): boolean {
  return leaseEnd - now <= leaseMilliseconds / 2;
}
