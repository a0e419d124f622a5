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

/** What a `Retry-After` header asks for: a number of seconds, or a date of HTTP. */
export function retryAfterOf(header: string | undefined, at: Date): Date | null {
  if (!header) return null;
  const time = /^\d{1,9}$/.test(header.trim()) ? at.getTime() + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(time) ? null : new Date(time);
}
