import type fc from 'fast-check';
import { expect } from 'vitest';
import { longestTurn } from './stalls.ts';

/** The longest turn of an event loop that a caller may cause: others wait that long. */
export const longestStall = 100;

/** Something that reads what customers write. */
export interface Target {
  name: string;
  /** Runs `attempts` on random values until the time is over. */
  run: (check: Check) => Promise<void>;
}

/** Runs an attempt on random values. Throws with the smallest failing value found. */
export type Check = <Value>(values: fc.Arbitrary<Value>, attempt: (value: Value) => Promise<void>) => Promise<void>;

/** A target in this process. */
export function parser<Value>(name: string, values: fc.Arbitrary<Value>, read: (value: Value) => unknown): Target {
  return {
    name,
    run: (check) =>
      check(values, async (value) => {
        expect(await longestTurn(() => read(value)), 'milliseconds of processor time').toBeLessThan(longestStall);
      }),
  };
}
