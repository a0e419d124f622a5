import { expect, test } from 'vitest';
import { useApp } from '../../../support/app.ts';
import { makeCategory, makeDirectory, makeDirectoryUser, makePlacement } from '../../../support/make-directories.ts';

const app = useApp();

test('directory/list and directory/info return categories and campaigns', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id: category } = await makeCategory(app.database, directory);
  const { campaignId: inside } = await makePlacement(app.database, client.owner, directory, { category });
  const { campaignId: outside } = await makePlacement(app.database, client.owner, directory);
  const expected = {
    ID: directory.id,
    code: directory.code,
    name: 'Old Town',
    url: `${app.url}/d/${directory.code}`,
    categories: [{ ID: category, name: 'Food' }],
    campaigns: [
      { ID: inside, category },
      { ID: outside, category: '' },
    ],
  };
  const ok = { status: { status: 'OK' } };
  expect((await client.rest('/v3/directory/list')).body).toEqual({ ...ok, directory_info: [expected] });
  const info = await client.rest('/v3/directory/info', { directory: directory.id });
  expect(info.body).toEqual({ ...ok, directory_info: expected });
});

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

test('absent values of a user are empty strings, and flags are digits', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id, email } = await makeDirectoryUser(app.database, client.owner, { directory, blocked: true });
  const { body } = await client.rest('/v3/directoryusers/list', { directory: directory.id });
  const nothing = ['first_name', 'last_name', 'phone', 'birth_date', 'address', 'zip', 'city'];
  expect(body.users).toEqual([
    {
      ...{ id, email, blocked: '1', paid_access_until: '' },
      ...Object.fromEntries([...nothing, 'custom_1', 'custom_2', 'custom_3'].map((name) => [name, ''])),
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
    },
  ]);
});
