import { expect, test } from 'vitest';
import { countAttempt, pruneAttempts, signInAttempts } from '../../../src/directories/sign-in/sign-in-attempts.ts';
import { countRows, findRows } from '../../../src/kernel/database/rows.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { openOwn } from '../../kernel/database/scratch.ts';

const theConsole = { id: 'console' };

test.each([
  ['an address that tries new members', (number: number) => [`new${number}@example.com`, '192.0.2.1']],
  ['a member who is tried from new addresses', (number: number) => ['ada@example.com', `2001:db8:1:${number}::1`]],
  ['the same attempt', () => ['ada@example.com', '192.0.2.1']],
])('attempts that are refused store nothing: %s', async (_, sourceOf) => {
  const { database } = await openOwn();
  const attempt = ([emailKey = '', address = '']: string[]) =>
    countAttempt(database, { place: theConsole, emailKey, address, device: null });
  // Fills the counters of the address 192.0.2.1 and of the member Ada.
  for (let number = 0; number < 100; number += 1) {
    await attempt([`${number % 10}@example.com`, '192.0.2.1']);
    await attempt(['ada@example.com', `198.51.100.${number % 10}`]);
  }
  const before = await findRows(database, signInAttempts, {});

  for (let number = 0; number < 20; number += 1) expect(await attempt(sourceOf(number))).toBe(false);

  expect(await findRows(database, signInAttempts, {})).toEqual(before);
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
  const before = await countRows(database, signInAttempts);
  await database.transaction((transaction) =>
    transaction.change('UPDATE sign_in_attempts SET ends_at = ?', [daysAgo(1)]),
  );
  await attempt('new@example.com');

  expect(await pruneAttempts(database)).toBe(before - 1);
  expect(await pruneAttempts(database)).toBe(0);

  expect(await countRows(database, signInAttempts), 'of the address, the new member, and both').toBe(3);
});
