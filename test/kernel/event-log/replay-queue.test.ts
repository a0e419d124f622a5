import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ReplayQueue } from '../../../src/kernel/event-log/replay-queue.ts';

const staying = new AbortController().signal;

test('one page of an account is replayed at a time, and other accounts do not wait', async () => {
  const queue = new ReplayQueue();
  const begun: string[] = [];
  const begin = (account: string) => queue.begin(account, staying).finally(() => begun.push(account));

  const end = await begin('one');
  const next = begin('one');
  const other = await begin('other');
  await tick();
  expect(begun).toEqual(['one', 'other']);

  end();
  (await next)();
  other();
  expect(begun).toEqual(['one', 'other', 'one']);
});

test('a subscriber that does not take its page delays the others for a moment only', async () => {
  const queue = new ReplayQueue();
  await queue.begin('one', staying);

  expect(await queue.begin('one', staying)).toBeTypeOf('function');
});

test('subscribers that have left use no turns', async () => {
  const queue = new ReplayQueue();
  const end = await queue.begin('one', staying);
  const left = Array.from({ length: 1000 }, () => queue.begin('one', AbortSignal.abort()));
  const last = queue.begin('one', staying);

  end();

  await Promise.all([...left, last]);
});
