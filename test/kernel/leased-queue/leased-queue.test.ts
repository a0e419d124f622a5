import { setImmediate as batch } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { jump, stopClocks } from '../../support/clocks.ts';
import { MemoryQueue, marking, type Verdict } from './memory-queue.ts';

const databaseIsAway = () => Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' });
const names = (amount: number) => Array.from({ length: amount }, (_, index) => `item ${index}`);

/** Makes the queue wait for the test to end each item, and returns the functions that end them. */
function ending(queue: MemoryQueue): Record<string, (verdict: Verdict) => void> {
  const end: Record<string, (verdict: Verdict) => void> = {};
  queue.perform = (name) => {
    const { promise, resolve } = Promise.withResolvers<Verdict>();
    end[name] = resolve;
    return promise;
  };
  return end;
}

test('all due items are performed once, in order, with few items at a time', async () => {
  const queue = new MemoryQueue().start(...names(50));

  await expect.poll(() => queue.written.length).toBe(50);

  expect(queue.begun).toEqual(names(50));
  expect(Object.values(queue.verdicts())).toEqual(Array(50).fill('DONE'));
});

test('a stopping queue releases items that have not begun and finishes the others', async () => {
  const queue = new MemoryQueue();
  const end = ending(queue);
  queue.start(...names(5));
  await expect.poll(() => queue.begun).toEqual(['item 0', 'item 1']);

  const stopping = queue.stop();
  await expect.poll(() => queue.due).toEqual(['item 2', 'item 3', 'item 4']);
  end['item 0']?.('DONE');
  end['item 1']?.('FAILED');
  await stopping;

  expect(queue.verdicts()).toMatchObject({ 'item 0': 'DONE', 'item 1': 'FAILED' });
  expect(queue.begun).toHaveLength(2);
});

test('a queue that stops during a database outage writes its outcomes after the outage', async () => {
  const queue = new MemoryQueue().start();
  queue.failures.push(databaseIsAway(), databaseIsAway());
  const end = ending(queue);
  queue.due.push('item');
  await expect.poll(() => queue.begun).toEqual(['item']);

  const stopping = queue.stop();
  end.item?.('DONE');
  await stopping;

  expect(queue.verdicts()).toEqual({ item: 'DONE' });
});

test('a stopping queue waits at most 10 seconds for an unavailable database', async () => {
  const queue = new MemoryQueue();
  queue.failures.push(...Array.from({ length: 1000 }, databaseIsAway));
  queue.start('item');
  await expect.poll(() => queue.failures.length).toBeLessThan(1000);

  const stopping = queue.stop();
  const left = queue.failures.length;
  await expect.poll(() => queue.failures.length).toBeLessThan(left - 1);
  jump(11_000);
  await stopping;

  expect(queue.written).toEqual([]);
});

test('an outcome that cannot be written does not delay the others', async () => {
  const queue = new MemoryQueue();
  queue.failures.push(new Error('of both'), new Error('of the first'));
  queue.start('first', 'second');

  await expect.poll(() => queue.verdicts()).toEqual({ second: 'DONE' });
});

test('an item that has not begun after half of its lease is released', async () => {
  const queue = new MemoryQueue();
  const end = ending(queue);
  queue.start(...names(3));
  await expect.poll(() => queue.begun).toHaveLength(2);

  jump(30_001);
  await expect.poll(() => queue.verdicts()).toEqual({ 'item 2': 'RELEASED' });

  for (const name of ['item 0', 'item 1']) end[name]?.('DONE');
  await expect.poll(() => queue.begun).toHaveLength(3);
  end['item 2']?.('DONE');
  await expect.poll(() => queue.verdicts()).toEqual({ 'item 0': 'DONE', 'item 1': 'DONE', 'item 2': 'DONE' });
});

test('a stopping queue leaves an item that takes over 20 seconds to the end of its lease', async () => {
  const queue = new MemoryQueue();
  const end = ending(queue);
  queue.start(...names(2));
  await expect.poll(() => queue.begun).toHaveLength(2);
  stopClocks('setTimeout', 'clearTimeout');

  let isStopped = false;
  void queue.stop().then(() => (isStopped = true));
  end['item 0']?.('DONE');
  while (!isStopped) await vi.advanceTimersByTimeAsync(1000);

  expect(queue.written).toEqual([['item 0', 'DONE']]);
  end['item 1']?.('DONE');
});

test('in order, an item begins after the success of the previous one; after a failure, the rest is released', async () => {
  const queue = new MemoryQueue({ inOrder: true });
  const end = ending(queue);
  queue.start(...names(4));

  await expect.poll(() => queue.begun).toEqual(['item 0']);
  end['item 0']?.('DONE');
  await expect.poll(() => queue.begun).toEqual(['item 0', 'item 1']);
  const stopping = queue.stop();
  end['item 1']?.('FAILED');
  await stopping;

  expect(queue.written).toEqual([
    ...[['item 0', 'DONE'] as const, ['item 1', 'FAILED'] as const],
    ...[['item 2', 'RELEASED'] as const, ['item 3', 'RELEASED'] as const],
  ]);
});

test('in order, late items are released only after the running item is settled, which keeps the order', async () => {
  const queue = new MemoryQueue({ inOrder: true });
  const end = ending(queue);
  queue.start(...names(3));
  await expect.poll(() => queue.begun).toEqual(['item 0']);

  jump(30_001);
  const stopping = queue.stop();
  for (let batches = 0; batches < 100; batches += 1) await batch();
  expect(queue.written).toEqual([]);
  end['item 0']?.('DONE');
  await stopping;

  expect(queue.written.map(([name]) => name)).toEqual(names(3));
});

test('of marked items, only permitted ones begin, and items of other processes are dropped', async () => {
  const marks = { forbidden: { verdict: 'FAILED' }, lost: 'LOST', free: 'BEGIN' } as const;
  const queue = new MemoryQueue({
    limits: { inAll: 3, first: 3, max: 3, min: 3 },
    marking: marking((name) => marks[name as keyof typeof marks] ?? 'BEGIN'),
  }).start('forbidden', 'lost', 'free', 'later');

  await expect.poll(() => queue.verdicts()).toEqual({ forbidden: 'FAILED', free: 'DONE', later: 'DONE' });

  expect(queue.begun).toEqual(['free', 'later']);
});

test('while marks cannot be written, nothing begins', async () => {
  const begunAtMarks: number[] = [];
  const queue = new MemoryQueue({
    marking: {
      mark: async (items) => {
        begunAtMarks.push(queue.begun.length);
        if (begunAtMarks.length < 3) throw databaseIsAway();
        return items.map(() => 'BEGIN' as const);
      },
      beginMilliseconds: 45_000,
    },
  });
  queue.start('item');

  await expect.poll(() => queue.verdicts()).toEqual({ item: 'DONE' });
  expect(begunAtMarks).toEqual([0, 0, 0]);
});

test('a marked item that did not begin in time is released', async () => {
  const queue = new MemoryQueue({ parallel: () => 1, marking: marking(() => 'BEGIN') });
  const end = ending(queue);
  queue.start('slow', 'next');
  await expect.poll(() => queue.begun).toEqual(['slow']);

  jump(46_000);
  end.slow?.('DONE');

  await expect.poll(() => queue.written).toContainEqual(['next', 'RELEASED']);
  await expect.poll(() => queue.begun).toEqual(['slow', 'next']);
  end.next?.('DONE');
});
