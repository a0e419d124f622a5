import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { turnToBegin } from '../../src/http/turn-to-begin.ts';

test('many requests of an account begin one in a turn of the event loop, and those of another do not wait for them', async () => {
  const begun: string[] = [];
  const begin = async (account: string) => {
    await turnToBegin(account);
    begun.push(account);
  };
  await nextTurn();
  const many = Array.from({ length: 20 }, () => begin('many'));
  await begin('few');
  expect(begun.filter((account) => account === 'many')).toHaveLength(1);

  let most = 0;
  while (begun.length < many.length + 1) {
    const before = begun.length;
    await nextTurn();
    most = Math.max(most, begun.length - before);
  }

  expect(most).toBe(1);
});

test('a request that is alone begins without waiting', async () => {
  expect(turnToBegin('alone')).toBeUndefined();
});
