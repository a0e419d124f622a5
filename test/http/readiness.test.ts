import { expect, test, vi } from 'vitest';
import { Readiness } from '../../src/http/readiness.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import type { DatabaseWatch } from '../../src/kernel/database/engines/cluster/database-watch.ts';
import { stopClocks } from '../support/clocks.ts';

test('questions of a second share one statement', async () => {
  stopClocks('performance');
  const { readiness, rows } = of(async () => [{ 1: 1 }]);

  const answers = await Promise.all(Array.from({ length: 1_000 }, () => readiness.isReady()));
  answers.push(await readiness.isReady());

  expect(new Set(answers)).toEqual(new Set([true]));
  expect(rows).toHaveBeenCalledTimes(1);
});

test.each([
  ['is not migrated', async () => []],
  ['cannot be reached', () => Promise.reject(new Error('no connection'))],
])('a database that %s is not ready', async (_, result) => {
  expect(await of(result).readiness.isReady()).toBe(false);
});

test('a database that hangs is not ready, gets one statement, and is ready again when it goes on', async () => {
  stopClocks('performance');
  const hanging = Promise.withResolvers<unknown[]>();
  const { readiness, rows } = of(() => hanging.promise);

  expect(await readiness.isReady()).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(await readiness.isReady()).toBe(false);
  expect(rows).toHaveBeenCalledTimes(1);

  hanging.resolve([{ 1: 1 }]);
  vi.advanceTimersByTime(1_000);
  expect(await readiness.isReady()).toBe(true);
});

function of(result: () => Promise<unknown[]>) {
  const rows = vi.fn(result);
  const migrations = [{ name: 'Second1700000000002' }, { name: 'First1700000000001' }];
  const watch = { isWritable: true } as DatabaseWatch;
  const readiness = new Readiness({ rows, dataSource: { migrations } } as unknown as Database, watch);
  return { readiness, rows };
}
