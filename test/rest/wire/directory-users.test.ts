import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';
import { isoTime, ok, time } from './wire.ts';

const app = useApp();

const get = (client: Client, path: string) => client.rest(path, {}, {}, 'GET');

const absent = {
  first_name: null,
  last_name: null,
  phone: null,
  birth_date: null,
  address: null,
  zip: null,
  city: null,
  country: null,
  custom_1: null,
  custom_2: null,
  custom_3: null,
};

/** The table of a v4 directory user. */
const user = (id: string, data: object, others: object = {}) => ({
  id,
  data: { ...absent, ...data },
  subscription: null,
  provider: null,
  blocked: false,
  linked_at: isoTime,
  created_at: isoTime,
  updated_at: isoTime,
  ...others,
});

test('GET and POST /v4/directory/{id}/users, GET /v4/directory/{id}/users/{userId}', async () => {
  const client = await app.client();
  const { id } = await makeDirectory(app.database, client.owner);
  const path = `/v4/directory/${id}/users`;
  const given = {
    ...{ first_name: 'Ada', last_name: 'Lovelace', phone: '+493012345678', birth_date: '1990-12-10' },
    ...{ address: 'Mill Lane 7', zip: '10115', city: 'Berlin', custom_1: 'a', custom_2: 'b', custom_3: 'c' },
  };
  const full = await client.rest(path, { email: 'ada@example.com', password: 'rye bread & butter', ...given });
  const ada = user(full.body.id, { email: 'ada@example.com', ...given });
  expect([full.status, full.body]).toEqual([201, ada]);
  expect(full.body.id).toMatch(/^reg_[0-9a-z]{16}$/);

  const { status, body } = await client.rest(path, { email: 'ben@example.com' });
  const ben = user(body.id, { email: 'ben@example.com' });
  expect([status, body]).toEqual([201, { ...ben, password: expect.stringMatching(/^.{12,}$/) }]);

  const one = await get(client, `${path}/${ada.id}`);
  expect([one.status, one.body]).toEqual([200, ada]);
  const all = await get(client, path);
  expect(all.status).toBe(200);
  expect(all.body).toHaveLength(2);
  expect(all.body).toEqual(expect.arrayContaining([ada, ben]));
});

test('POST /v4/directory/{id}/users/{userId}', async () => {
  const client = await app.client();
  const { id, directoryId, email } = await makeDirectoryUser(app.database, client.owner);
  const path = `/v4/directory/${directoryId}/users/${id}`;
  const blocked = await client.rest(path, { block: true });
  expect([blocked.status, blocked.body]).toEqual([200, user(id, { email }, { blocked: true })]);
  expect(blocked.body.updated_at > blocked.body.created_at).toBe(true);
  for (const unchanged of [{}, { block: null }, { block: '' }]) {
    const { status, body } = await client.rest(path, unchanged);
    expect([status, body]).toEqual([200, blocked.body]);
  }
  const open = await client.rest(path, { block: false });
  expect([open.status, open.body]).toEqual([200, user(id, { email })]);
});

test('POST and DELETE /v4/directory/{id}/users/{userId}/access', async () => {
  const client = await app.client();
  const { id, directoryId, email } = await makeDirectoryUser(app.database, client.owner);
  const path = `/v4/directory/${directoryId}/users/${id}`;
  const subscription = async () => {
    const { body } = await get(client, path);
    expect(body).toEqual(user(id, { email }, { subscription: body.subscription }));
    return body.subscription;
  };
  const granted = [200, { message: 'Paid access granted' }];

  const limited = await client.rest(`${path}/access`, { expires_at: '2096-02-29 23:59:59' });
  expect([limited.status, limited.body]).toEqual(granted);
  expect(await subscription()).toEqual({ expires_at: '2096-02-29T23:59:59.000000Z' });

  for (const endless of [{}, { expires_at: null }, { expires_at: '' }]) {
    const { status, body } = await client.rest(`${path}/access`, endless);
    expect([status, body]).toEqual(granted);
    expect(await subscription()).toEqual({ expires_at: null });
  }
  for (const _ of ['with access', 'without']) {
    const { status, body } = await client.rest(`${path}/access`, {}, {}, 'DELETE');
    expect([status, body]).toEqual([200, { message: 'Paid access revoked' }]);
    expect(await subscription()).toBeNull();
  }
});

test('access without an end has no date on any door', async () => {
  const client = await app.client();
  const { id, directoryId } = await makeDirectoryUser(app.database, client.owner);
  const members = async () => {
    const { body } = await client.rest('/v3/directoryusers/list', { directory: directoryId });
    const { data } = await client.graphql(
      'query ($directory: ID!, $user: ID!) { member: directoryUser(directory: $directory, user: $user) { hasPaidAccess paidAccessUntil } }',
      { directory: directoryId, user: id },
    );
    const [{ paid_access: has, paid_access_until: until }] = body.users;
    return [has, until, data.member];
  };

  expect(await members()).toEqual(['0', '', { hasPaidAccess: false, paidAccessUntil: null }]);
  await client.rest(`/v4/directory/${directoryId}/users/${id}/access`);
  expect(await members()).toEqual(['1', '', { hasPaidAccess: true, paidAccessUntil: null }]);
  const granted = (await eventsOf(app.database, { campaignId: directoryId })).at(-1);
  const { data } = await client.graphql('query ($id: ID!) { event(id: $id) { data } }', { id: granted?.id });
  expect(data.event.data.subscription).toEqual({ expires_at: null });
});

test('an access that has ended is no subscription', async () => {
  const client = await app.client();
  const ended = { paidAccessUntil: '2020-01-01 00:00:00.000' };
  const { id, directoryId, email } = await makeDirectoryUser(app.database, client.owner, ended);
  const { body } = await get(client, `/v4/directory/${directoryId}/users/${id}`);
  expect(body).toEqual(user(id, { email }));
});

test('POST /v4/directory/{id}/users/{userId}/sso', async () => {
  const client = await app.client();
  const { id, directoryId } = await makeDirectoryUser(app.database, client.owner);
  const { url } = (await get(client, `/v4/directory/${directoryId}`)).body;
  const { status, body } = await client.rest(`/v4/directory/${directoryId}/users/${id}/sso`, {});
  expect([status, body]).toEqual([
    201,
    {
      sso_token: expect.stringMatching(/^[\w-]{43}$/),
      sso_url: `${url}/sso?token=${body.sso_token}`,
      expires_at: isoTime,
    },
  ]);
});

test.for([
  { page: undefined, seen: 1 },
  { page: 1, seen: 1 },
  { page: '2', seen: 2 },
])('POST /v3/directoryusers/list, page $page', async ({ page, seen }) => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const ends = { paidAccessUntil: '2096-02-29 23:59:59.000', blocked: true };
  const person = { email: 'ada@example.com', firstName: 'Ada', birthDate: '1990-12-10', custom3: 'c' };
  const { id } = await makeDirectoryUser(app.database, client.owner, { directory, ...person, ...ends });
  const { status, body } = await client.rest('/v3/directoryusers/list', { directory: directory.id, page });
  const ada = {
    id,
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: '',
    phone: '',
    birth_date: '1990-12-10',
    address: '',
    zip: '',
    city: '',
    custom_1: '',
    custom_2: '',
    custom_3: 'c',
    paid_access: '1',
    paid_access_until: '2096-02-29 23:59:59',
    created_at: time,
    blocked: '1',
  };
  const users = seen === 1 ? [ada] : [];
  expect([status, body]).toEqual([
    200,
    { ...ok, directory: directory.id, page: seen, amount_of_results: users.length, users },
  ]);
});
