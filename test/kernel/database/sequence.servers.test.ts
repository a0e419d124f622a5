import { expect, test } from 'vitest';
import { type Reservation, reserveInOrder } from '../../../src/kernel/database/sequence.ts';
import { type Instant, now, toInstant } from '../../../src/kernel/values/instant.ts';
import { openOwn } from './scratch.ts';

test.each([
  ['is not earlier than the last one, even if another process has a clock that is ahead', 30, 'last'],
  ['does not follow a clock that is wrong by an hour', 3600, 'own'],
  ['is the own time if the last one is earlier', -30, 'own'],
] as const)('the time of a reservation %s', async (_, seconds, expected) => {
  const { database } = await openOwn();
  const last = toInstant(new Date(Date.now() + seconds * 1000));
  await database.transaction(({ change }) =>
    change(`UPDATE sequences SET value = 7, reserved_at = ? WHERE name = 'session'`, [last]),
  );
  const began = now();

  const reserve = (amount: number): Promise<Reservation> =>
    database.transaction((transaction) => reserveInOrder(transaction, 'session', amount));
  const [first, second] = [await reserve(3), await reserve(1)];

  expect([first.first, second.first]).toEqual([8, 11]);
  const isOwn = (at: Instant) => at >= began && at <= now();
  if (expected === 'last') expect([first.at, second.at]).toEqual([last, last]);
  else expect([first.at, second.at].map(isOwn)).toEqual([true, true]);
  expect(second.at >= first.at).toBe(true);
});
