import { expect, test } from 'vitest';
import { countAttempt, pruneAttempts, signInAttempts } from '../../../src/directories/sign-in/sign-in-attempts.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { openOwn } from '../../kernel/database/scratch.ts';

test('attempts that are refused store nothing, whatever addresses they try', async () => {
  const { database } = await openOwn();
  const attempt = (emailKey: string) =>
    countAttempt(database, { place: { id: 'console' }, emailKey, address: '192.0.2.1', device: null });
  const counts = [];
  for (let number = 0; number < 100; number += 1) counts.push(await attempt(`${number % 10}@example.com`));
  const before = await database.manager.find(signInAttempts);

  for (let number = 0; number < 30; number += 1) counts.push(await attempt(`new${number}@example.com`));

  expect(counts).toEqual([...Array(100).fill(true), ...Array(30).fill(false)]);
  expect(await database.manager.find(signInAttempts)).toEqual(before);
});

test('the counts of sign-in attempts are removed when their time has passed, also of those who never come again', async () => {
  const { database } = await openOwn();
  const attempt = (emailKey: string) =>
    countAttempt(database, {
      place: { id: 'dir_000000000000', accountId: 'acc_0000000000000000' },
      emailKey,
      address: '192.0.2.1',
      device: null,
    });
  for (let number = 0; number < 20; number += 1) await attempt(`${number}@example.com`);
  const before = await database.manager.count(signInAttempts);
  await database.transaction((transaction) =>
    transaction.change('UPDATE sign_in_attempts SET ends_at = ?', [daysAgo(1)]),
  );
  await attempt('new@example.com');

  expect(await pruneAttempts(database)).toBe(before - 1);
  expect(await pruneAttempts(database)).toBe(0);

  expect(await database.manager.count(signInAttempts), 'of the address, the new member, and both').toBe(3);
});
