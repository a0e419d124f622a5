import { nextTryAt } from '../../kernel/leased-queue/backoff.ts';

/** Seconds to wait before the first attempt, the second, and so on, until 24 hours are over. */
const schedule = [0, 5, 5 * 60, 30 * 60, ...Array<number>(23).fill(3600)];

/** Returns when to attempt a delivery again after this number of failures; null after the last attempt. */
export function nextAttemptAt(failures: number, failedAt: Date, retryAfter: Date | null): Date | null {
  return nextTryAt(schedule, failures, failedAt, retryAfter);
}
