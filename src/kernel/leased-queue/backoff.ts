const jitter = 0.1;
const longestWaitSeconds = 24 * 3600;

/**
 * Returns the time of the next attempt after a failure at `failedAt`, by a schedule of seconds for each number of
 * failures; null after the last. `retryAfter` can postpone it. A random tenth more or less spreads attempts that failed
 * together.
 */
export function nextTryAt(
  schedule: readonly number[],
  failures: number,
  failedAt: Date,
  retryAfter: Date | null,
): Date | null {
  const seconds = schedule[failures];
  if (seconds === undefined) return null;
  const planned = failedAt.getTime() + seconds * 1000 * (1 - jitter + 2 * jitter * Math.random());
  const latest = failedAt.getTime() + longestWaitSeconds * 1000;
  return new Date(Math.min(Math.max(planned, retryAfter?.getTime() ?? 0), latest));
}

/** Returns the time that a `Retry-After` header names: a number of seconds or an HTTP date. */
export function retryAfterOf(header: string | undefined, at: Date): Date | null {
  if (!header) return null;
  const time = /^\d{1,9}$/.test(header.trim()) ? at.getTime() + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(time) ? null : new Date(time);
}
