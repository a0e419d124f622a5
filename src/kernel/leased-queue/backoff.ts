const jitter = 0.1;
const longestWaitSeconds = 24 * 3600;

/**
 * When to try again what failed at `failedAt`, by a schedule of seconds after so many failures; null when it is given up.
 * Who refused can ask for a later time. A tenth more or less keeps what failed together from coming back together.
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
