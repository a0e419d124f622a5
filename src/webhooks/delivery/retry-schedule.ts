import { nextTryAt } from '../../kernel/leased-queue/backoff.ts';

/** Seconds before the first attempt, the second, and so on. */
const schedule = [0, 5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600];

/** When to attempt a delivery again after so many failures; null when it is given up. */
export function nextAttemptAt(failures: number, failedAt: Date, retryAfter: Date | null): Date | null {
  return nextTryAt(schedule, failures, failedAt, retryAfter);
}

/** What a `Retry-After` header asks for: a number of seconds, or a date of HTTP. */
export function retryAfterOf(header: string | undefined, at: Date): Date | null {
  if (!header) return null;
  const time = /^\d{1,9}$/.test(header.trim()) ? at.getTime() + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(time) ? null : new Date(time);
}
