import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict, isLockTimeout } from '../failures.ts';

const attempts = 6;

interface Retrying {
  isPassing: (error: unknown) => boolean;
  milliseconds: number;
  pause: readonly [least: number, most: number];
}

export async function untilUnlocked<Result>(
  { isPassing, milliseconds, pause: [least, most] }: Retrying,
  statement: () => Result | Promise<Result>,
): Promise<Result> {
  for (const began = Date.now(); ; ) {
    try {
      return await statement();
    } catch (error) {
      if (!isPassing(error) || Date.now() - began > milliseconds) throw error;
      await sleep(least + Math.random() * (most - least));
    }
  }
}

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
