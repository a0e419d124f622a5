import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { workingFor, yieldToEventLoop } from '../../../src/kernel/values/event-loop.ts';
import { stopClocks } from '../../support/clocks.ts';

/** Work of an account: how many steps it has, and how many milliseconds each of them takes. */
type Work = [account: string, steps: number, milliseconds: number];

/** Begins all work at the same moment. Returns the accounts whose steps ran in each turn of the event loop, in order. */
async function stepsOf(all: readonly Work[]): Promise<string[][]> {
  stopClocks('performance');
  await nextIteration(); // Ends the turn of the test before.
  const turns: string[][] = [[]];
  const run = async ([account, steps, milliseconds]: Work) => {
    for (let step = 0; step < steps; step += 1) {
      const turn = yieldToEventLoop();
      if (turn) await turn;
      turns.at(-1)?.push(account);
      vi.advanceTimersByTime(milliseconds);
    }
  };
  let isOver = false;
  void Promise.all(all.map((work) => workingFor(work[0], () => run(work)))).then(() => {
    isOver = true;
  });
  while (!isOver) {
    turns.push([]);
    await nextIteration();
  }
  return turns.filter((turn) => turn.length > 0);
}

const times = (amount: number, work: Work) => Array.from({ length: amount }, () => work);

test('steps that take no time run together', async () => {
  expect(await stepsOf(times(20, ['quick', 5, 0]))).toEqual([Array(100).fill('quick')]);
});

test('an account that is alone works 10 ms in each turn', async () => {
  expect(await stepsOf(times(15, ['alone', 2, 1]))).toEqual(Array(3).fill(Array(10).fill('alone')));
});

test('an account works in the turn in which it begins, even after long steps of another', async () => {
  const [first = [], ...others] = await stepsOf([...times(10, ['many', 1, 21]), ['few', 1, 21]]);

  expect(first).toEqual(['many', 'few']);
  expect(others).toEqual(Array(9).fill(['many']));
});

test('accounts divide a turn equally, however many pieces of work they have', async () => {
  const turns = await stepsOf([...times(50, ['many', 20, 1]), ['few', 20, 1]]);

  // Before the second account begins, the first one has the whole turn.
  expect(turns.slice(1, 4)).toEqual(Array(3).fill([...Array(5).fill('many'), ...Array(5).fill('few')]));
  expect(turns.findLastIndex((turn) => turn.includes('few'))).toBe(3);
});

test('each of many accounts works in each turn', async () => {
  const accounts = Array.from({ length: 20 }, (_, index) => `account ${index}`);

  const turns = await stepsOf(accounts.map((account) => [account, 10, 2]));

  expect(turns.slice(1, 5)).toEqual(Array(4).fill(accounts));
});
