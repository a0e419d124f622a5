/** How long a process may keep what it claimed: twice as long as an attempt may take. */
const leaseMilliseconds = 30_000;

/** What a process has claimed from a queue and may keep until the lease ends. */
export interface Leased {
  /** In milliseconds since 1970. */
  readonly leaseEnd: number;
  /** Whether somebody waits for it: it begins before the others of its lane, and its outcome is written at once. */
  readonly urgent: boolean;
}

/** The end of a lease that begins now. */
export function newLeaseEnd(): number {
  return Date.now() + leaseMilliseconds;
}

/** Whether half of the lease is over: an attempt that began now might not end within it. */
export function isLate({ leaseEnd }: Leased, now: number): boolean {
  return leaseEnd - now <= leaseMilliseconds / 2;
}
