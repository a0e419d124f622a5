import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { yieldToOtherAccounts } from '../../../src/kernel/values/event-loop.ts';
import { stopClocks } from '../../support/clocks.ts';

/** Begins requests that arrive one after the other and take long. Returns who began, in order. */
async function begun(accounts: readonly string[], milliseconds: number): Promise<string[][]> {
  stopClocks('performance');
  await nextIteration();
  const turns: string[][] = [[]];
  const begin = async (account: string) => {
    await yieldToOtherAccounts(account);
    turns.at(-1)?.push(account);
    vi.advanceTimersByTime(milliseconds);
  };
  const all: Promise<void>[] = [];
  for (const account of accounts) {
    all.push(begin(account));
    await Promise.resolve();
    await Promise.resolve();
  }
  let isOver = false;
  void Promise.all(all).then(() => {
    isOver = true;
  });
  while (!isOver) {
    turns.push([]);
    await nextIteration();
  }
  return turns.filter((turn) => turn.length > 0);
}

test('requests of an account that take long begin one in a turn, and those of another do not wait for them', async () => {
  const [first = [], ...others] = await begun([...Array(10).fill('many'), 'few'], 21);

  expect(first).toEqual(['many', 'few']);
  expect(others).toEqual(Array(9).fill(['many']));
});

test('requests that take no time begin together', async () => {
  expect(await begun(Array(20).fill('quick'), 0)).toEqual([Array(20).fill('quick')]);
});
