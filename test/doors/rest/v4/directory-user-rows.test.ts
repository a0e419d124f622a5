import { expect, test } from 'vitest';
import { useApp } from '../../../support/app.ts';
import { makeDirectory, makeDirectoryUser } from '../../../support/make-directories.ts';

const app = useApp();

const given = {
  ...{ email: 'Ada@Example.com', first_name: 'Ada', last_name: 'Lovelace', phone: '0171 / 123' },
  ...{ birth_date: '1990-12-10', address: 'Mill Lane 7', zip: '10115', city: 'Berlin' },
  ...{ custom_1: 'a', custom_2: 'b', custom_3: 'c' },
};

const usersOf = ({ id }: { id: string }) => `/v4/directory/${id}/users`;

const date = expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);

test('a user can be created with every field, and reads return the same', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const created = await client.rest(usersOf(directory), { ...given, password: 'rye bread & butter' });
  expect([created.status, created.body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^reg_[0-9a-z]{16}$/),
      ...given,
      ...{ blocked: false, paid_access_until: null, created_at: date },
    },
  ]);
  const got = await client.rest(`${usersOf(directory)}/${created.body.id}`, {}, {}, 'GET');
  expect([got.status, got.body]).toEqual([200, created.body]);
  const listed = await client.rest(usersOf(directory), {}, {}, 'GET');
  expect([listed.status, listed.body]).toEqual([200, [created.body]]);
});

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

test('a user can be blocked and unblocked', async () => {
  const client = await app.client();
  const { id, directoryId } = await makeDirectoryUser(app.database, client.owner);
  const path = `${usersOf({ id: directoryId })}/${id}`;
  for (const block of [true, true, false, false]) {
    const { status, body } = await client.rest(path, { block });
    expect([status, body]).toMatchObject([200, { id, blocked: block }]);
  }
});

test('access can be granted until a UTC date, replaced and revoked', async () => {
  const client = await app.client();
  const { id, directoryId } = await makeDirectoryUser(app.database, client.owner);
  const path = `${usersOf({ id: directoryId })}/${id}/access`;
  for (const expires_at of ['2096-02-29 23:59:59', '2999-12-31 00:00:00']) {
    const { status, body } = await client.rest(path, { expires_at });
    expect([status, body]).toMatchObject([200, { id, paid_access_until: expires_at }]);
  }
  for (const _ of ['with access', 'without']) {
    const { status, body } = await client.rest(path, {}, {}, 'DELETE');
    expect([status, body]).toEqual([204, null]);
  }
  const { body } = await client.rest(path.replace('/access', ''), {}, {}, 'GET');
  expect(Date.parse(`${body.paid_access_until ?? '2000-01-01'}Z`)).toBeLessThanOrEqual(Date.now());
});

test('a single sign-on returns a token, an address and its expiry in 15 minutes', async () => {
  const client = await app.client();
  const { id, directoryId } = await makeDirectoryUser(app.database, client.owner);
  const path = `${usersOf({ id: directoryId })}/${id}/sso`;
  const { status, body } = await client.rest(path);
  const { body: directory } = await client.rest(`/v4/directory/${directoryId}`, {}, {}, 'GET');
  expect([status, body]).toEqual([
    201,
    { token: expect.stringMatching(/^[\w-]{43}$/), url: `${directory.url}/sso?token=${body.token}`, expires_at: date },
  ]);
  const minutes = (Date.parse(`${body.expires_at.replace(' ', 'T')}Z`) - Date.now()) / 60_000;
  expect(Math.abs(minutes - 15)).toBeLessThan(1);
  expect((await client.rest(path)).body.token).not.toBe(body.token);
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
    return { days: body.map(({ email }: { email: string }) => Number(email[1])), link: headers.get('link') };
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
