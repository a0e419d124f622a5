import { onTestFinished, vi } from 'vitest';

type Clock = NonNullable<NonNullable<Parameters<typeof vi.useFakeTimers>[0]>['toFake']>[number];

/** Stops clocks until the test ends. `vi.advanceTimersByTime` moves them, and `expect.poll` by its interval of 10 ms. */
export function stopClocks(...clocks: Clock[]): void {
  // The clock of `performance` would otherwise begin again at 0.
  const age = Math.ceil(performance.now());
  vi.useFakeTimers({ toFake: clocks, now: Date.now() - age });
  vi.advanceTimersByTime(age);
  onTestFinished(() => void vi.useRealTimers());
}

/** Moves the date of this process forward until the test ends. From there, it goes on as usual. */
export function jump(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() + milliseconds });
  onTestFinished(() => void vi.useRealTimers());
}
