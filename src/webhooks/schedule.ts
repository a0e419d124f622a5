/** Seconds before the first attempt, the second, and so on. */
const schedule = [0, 5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600];
const jitter = 0.1;
const longestWaitSeconds = 24 * 3600;

/**
 * When to try again after so many failures, the last of which happened at `failedAt`; null when it is given up. The
 * receiver can ask for a later time. A tenth more or less keeps what failed together from coming back together.
 */
export function nextAttemptAt(failures: number, failedAt: Date, retryAfter: Date | null): Date | null {
  const seconds = schedule[failures];
  if (seconds === undefined) return null;
  const planned = failedAt.getTime() + seconds * 1000 * (1 - jitter + 2 * jitter * Math.random());
  const latest = failedAt.getTime() + longestWaitSeconds * 1000;
  return new Date(Math.min(Math.max(planned, retryAfter?.getTime() ?? 0), latest));
}

/** What a `Retry-After` header asks for: a number of seconds, or a date of HTTP. */
export function retryAfterOf(header: string | undefined, at: Date): Date | null {
  if (!header) return null;
  const time = /^\d{1,9}$/.test(header.trim()) ? at.getTime() + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(time) ? null : new Date(time);
}
