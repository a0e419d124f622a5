const jitter = 0.1;
const longestWaitSeconds = 24 * 3600;

/**
 * Returns when to try again, or null after the last attempt. `schedule` has the seconds to wait after each failure.
 * Random jitter of a tenth spreads the attempts.
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

/** Reads the header, which has seconds or an HTTP date. */
export function retryAfterOf(header: string | undefined, at: Date): Date | null {
  if (!header) return null;
  const time = /^\d{1,9}$/.test(header.trim()) ? at.getTime() + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(time) ? null : new Date(time);
}
