import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ReplayTurns } from '../../../src/kernel/event-log/replay-turns.ts';

const staying = new AbortController().signal;

test('one page of an account is replayed at a time, and other accounts do not wait', async () => {
  const turns = new ReplayTurns();
  const begun: string[] = [];
  const begin = (account: string) => turns.begin(account, staying).finally(() => begun.push(account));

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
  const turns = new ReplayTurns();
  await turns.begin('one', staying);

  expect(await turns.begin('one', staying)).toBeTypeOf('function');
});

test('subscribers that have left use no turns', async () => {
  const turns = new ReplayTurns();
  const end = await turns.begin('one', staying);
  const left = Array.from({ length: 1000 }, () => turns.begin('one', AbortSignal.abort()));
  const last = turns.begin('one', staying);

  end();

  await Promise.all([...left, last]);
});
