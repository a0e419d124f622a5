import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';

const app = useApp();

test('directoryusers/list has pages of 100 users, newest first', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  for (let number = 0; number < 101; number += 1) {
    await makeDirectoryUser(app.database, client.owner, {
      directory,
      firstName: `${number}`,
      createdAt: `2026-01-01 00:${String(Math.floor(number / 60)).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}.000`,
    });
  }
  const page = async (page: unknown) =>
    (await client.rest('/v3/directoryusers/list', { directory: directory.id, page })).body;
  const [first, second, third] = [await page(undefined), await page('2'), await page(3)];
  expect(first).toMatchObject({ directory: directory.id, page: 1, amount_of_results: 100 });
  expect(first.users[0].first_name).toBe('100');
  expect(second).toMatchObject({ page: 2, amount_of_results: 1, users: [{ first_name: '0' }] });
  expect(third).toMatchObject({ page: 3, amount_of_results: 0, users: [] });
});
