import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict } from '../failures.ts';

const attempts = 6;

/**
 * Runs `work`, and again after a deadlock or a lock wait timeout, with a limited number of attempts and a random
 * backoff.
 */
export async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error;
      await sleep(Math.random() * 5 * 2 ** attempt);
    }
  }
}
