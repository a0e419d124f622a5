import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairQueue } from '../../../src/kernel/database/engines/fair-queue.ts';
import { DatabaseBusy } from '../../../src/kernel/database/failures.ts';

const limits = { total: 4, each: 2, waitingEach: 10, waiting: 15, milliseconds: 60_000 };

test('an account has no more tasks at once than its share, and leaves the others to others', async () => {
  const { begin, running } = recorder();

  begin('a', 5);
  begin('b', 1);
  await tick();

  expect(running()).toEqual(['a', 'a', 'b']);
});

test('accounts take turns, however many tasks one of them has', async () => {
  const { begin, endNext, started } = recorder({ total: 2, each: 2 });

  begin('a', 6);
  begin('b', 2);
  begin('c', 1);
  for (let ended = 0; ended < 7; ended += 1) await endNext();

  expect(started().join('')).toBe('aaabcabaa');
});

test('a task without an account is limited by the total only', async () => {
  const { begin, running } = recorder();

  begin(undefined, 10);
  await tick();

  expect(running()).toHaveLength(4);
});

test('a task that waits too long is refused, and its place is free for the next one', async () => {
  const { begin, endNext, outcomes } = recorder({ total: 1, each: 1, milliseconds: 1 });

  begin('a', 2);
  await expect.poll(outcomes).toEqual(['refused']);
  await endNext();
  begin('a', 1);
  await endNext();

  expect(outcomes()).toEqual(['refused', 'done', 'done']);
});

test('an account whose queue is full is refused at once, and others are not', async () => {
  const { begin, outcomes } = recorder({ waitingEach: 3 });

  begin('a', 2 + 3 + 4);
  begin('b', 2 + 1);
  await tick();

  expect(outcomes()).toEqual(['refused', 'refused', 'refused', 'refused']);
});

test('a queue that many accounts have filled still takes one task of each other account', async () => {
  const { begin, outcomes } = recorder({ total: 1, each: 1, waitingEach: 3, waiting: 4 });

  for (const account of ['a', 'b', 'c', 'd']) begin(account, 3);
  begin('other', 1);
  await tick();
  const refused = outcomes().length;
  begin('other', 1);
  await tick();

  expect(outcomes().length - refused).toBe(1);
});

test('a failed task gives its turn back', async () => {
  const queue = new FairQueue({ ...limits, total: 1, each: 1 });

  await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');

  expect(await queue.run('a', async () => 'next')).toBe('next');
});

/** Runs tasks that last until they are ended, in the order in which they started. */
function recorder(given: Partial<typeof limits> = {}) {
  const queue = new FairQueue({ ...limits, ...given });
  const running: { account: string | undefined; end: () => void }[] = [];
  const started: (string | undefined)[] = [];
  const outcomes: string[] = [];
  const task = (account: string | undefined) => () =>
    new Promise<void>((resolve) => {
      started.push(account);
      running.push({ account, end: resolve });
    });
  return {
    begin: (account: string | undefined, amount: number) => {
      for (let index = 0; index < amount; index += 1) {
        queue.run(account, task(account)).then(
          () => outcomes.push('done'),
          (error: unknown) => outcomes.push(error instanceof DatabaseBusy ? 'refused' : String(error)),
        );
      }
    },
    endNext: async () => {
      await tick();
      running.shift()?.end();
      await tick();
    },
    running: () => running.map(({ account }) => account),
    started: () => started,
    outcomes: () => outcomes,
  };
}
