import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict, isLockTimeout } from '../failures.ts';

const attempts = 6;

interface Retrying {
  isPassing: (error: unknown) => boolean;
  milliseconds: number;
  pause: readonly [min: number, max: number];
}

export async function untilUnlocked<Result>(
  { isPassing, milliseconds, pause: [min, max] }: Retrying,
  statement: () => Result | Promise<Result>,
): Promise<Result> {
  for (const began = Date.now(); ; ) {
    try {
      return await statement();
    } catch (error) {
      if (!isPassing(error) || Date.now() - began > milliseconds) throw error;
      await sleep(min + Math.random() * (max - min));
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
