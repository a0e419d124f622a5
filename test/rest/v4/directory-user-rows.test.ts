import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';

const app = useApp();

const usersOf = ({ id }: { id: string }) => `/v4/directory/${id}/users`;

test('a password is generated if none is given, and shown only once', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const key = { 'Idempotency-Key': 'once' };
  const created = await client.rest(usersOf(directory), { email: 'ada@example.com' }, key);
  expect(created.body.password).toMatch(/^.{12,}$/);
  const replayed = await client.rest(usersOf(directory), { email: 'ada@example.com' }, key);
  expect(replayed.body).toEqual(created.body);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  const { body } = await client.rest(`${usersOf(directory)}/${created.body.id}`, {}, {}, 'GET');
  expect(body).not.toHaveProperty('password');
});

test('a sign-on token lasts 15 minutes, and each call makes a new one', async () => {
  const client = await app.client();
  const { id, directoryId } = await makeDirectoryUser(app.database, client.owner);
  const path = `${usersOf({ id: directoryId })}/${id}/sso`;
  const { body } = await client.rest(path);
  const minutes = (Date.parse(body.expires_at) - Date.now()) / 60_000;
  expect(Math.abs(minutes - 15)).toBeLessThan(1);
  expect((await client.rest(path)).body.sso_token).not.toBe(body.sso_token);
});

test('the list shows all users, newest first, or a page of them', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  for (const day of [1, 2, 3, 4, 5]) {
    await makeDirectoryUser(app.database, client.owner, {
      directory,
      email: `u${day}@example.com`,
      createdAt: `2026-01-0${day} 00:00:00.000`,
    });
  }
  const get = async (query: string) => {
    const { headers, body } = await client.rest(`${usersOf(directory)}${query}`, {}, {}, 'GET');
    return {
      days: body.map(({ data }: { data: { email: string } }) => Number(data.email[1])),
      link: headers.get('link'),
    };
  };
  const all = { days: [5, 4, 3, 2, 1], link: null };
  expect(await get('')).toEqual(all);
  for (const none of ['?pagination=', '?pagination={}', '?pagination[page]=', '?page=2'])
    expect(await get(none)).toEqual(all);
  const address = `${app.url}${usersOf(directory)}`;
  expect(await get('?pagination[page]=2&pagination[limit]=2')).toEqual({
    days: [3, 2],
    link: [
      `<${address}?pagination%5Bpage%5D=3&pagination%5Blimit%5D=2>; rel="next"`,
      `<${address}?pagination%5Bpage%5D=1&pagination%5Blimit%5D=2>; rel="prev"`,
    ].join(', '),
  });
  expect(await get('?pagination={"limit":3}')).toMatchObject({ days: [5, 4, 3] });
  expect(await get('?pagination[page]=2')).toMatchObject({ days: [] });
});
