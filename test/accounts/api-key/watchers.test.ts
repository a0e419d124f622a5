import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Watchers } from '../../../src/accounts/api-key/watchers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a slow database gets no second round of checks before it has answered the first one', async () => {
  const asked: { id: string; answer: (isLost: boolean) => void }[] = [];
  const watchers = new Watchers((id) => new Promise((answer) => asked.push({ id, answer })));
  const lost: string[] = [];
  for (const id of ['ada', 'bob']) watchers.watch(id, () => lost.push(id));

  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.map(({ id }) => id)).toEqual(['ada', 'bob']);
  for (const { id, answer } of asked) answer(id === 'bob');
  await vi.advanceTimersByTimeAsync(2000);

  expect(lost).toEqual(['bob']);
  expect(asked).toHaveLength(4);
});
