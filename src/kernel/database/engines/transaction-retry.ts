import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict, isLockTimeout } from '../failures.ts';

const attempts = 6;

/** Runs `work`, and again after a deadlock or, if `afterLockTimeout`, a lock wait timeout. */
export async function withRetries<Result>(work: () => Promise<Result>, afterLockTimeout: boolean): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isConflict(error) || (isLockTimeout(error) && !afterLockTimeout)) throw error;
      await sleep(Math.random() * 5 * 2 ** attempt);
    }
  }
}
