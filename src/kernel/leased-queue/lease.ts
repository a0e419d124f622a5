import { clockAhead, fromNow, type Instant, now, toInstant } from '../values/instant.ts';

/** The duration of a lease: twice the maximum duration of an attempt. */
const leaseMilliseconds = 60_000;

export function instantOfLease(leaseEnd: number): Instant {
  return toInstant(new Date(leaseEnd + clockAhead()));
}

interface LeasedRow {
  dueAt: Instant;
  claims: number;
  failures: number;
}

/**
 * Returns when a row is due. While a process may hold it, this is now, because the clock must not overtake its lease.
 * More claims than failures mean that an attempt is in progress.
 */
export function dueOf({ dueAt, claims, failures }: LeasedRow): Instant {
  return claims > failures && dueAt <= fromNow(leaseMilliseconds) ? now() : dueAt;
}

export interface Leased {
  readonly leaseEnd: number;
  /** Whether the item goes first in its lane, and its outcome is written immediately. */
  readonly urgent: boolean;
}

export function newLeaseEnd(): number {
  return Date.now() + leaseMilliseconds;
}

/** Whether half of the lease is over. Then an attempt that begins now might outlast it. */
export function isLate({ leaseEnd }: Leased, now: number): boolean {
  return leaseEnd - now <= leaseMilliseconds / 2;
}
