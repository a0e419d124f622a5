import { clockAhead, fromNow, type Instant, now, toInstant } from '../values/instant.ts';

/** Twice the maximum duration of an attempt. */
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
 * When a row is due: now, while a process may hold it, because the clock must not overtake its lease. More claims than
 * failures mean that an attempt is in progress.
 */
export function dueOf({ dueAt, claims, failures }: LeasedRow): Instant {
  return claims > failures && dueAt <= fromNow(leaseMilliseconds) ? now() : dueAt;
}

export interface Leased {
  readonly leaseEnd: number;
  /** An urgent item begins first in its lane, and its outcome is written immediately. */
  readonly urgent: boolean;
}

export function newLeaseEnd(): number {
  return Date.now() + leaseMilliseconds;
}

/** Whether half of the lease is over: an attempt that begins now might outlast it. */
export function isLate({ leaseEnd }: Leased, now: number): boolean {
  return leaseEnd - now <= leaseMilliseconds / 2;
}
