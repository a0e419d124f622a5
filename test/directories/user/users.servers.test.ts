import { expect, test } from 'vitest';
import { isPassword } from '../../../src/kernel/threads/passwords.ts';
import { useApp } from '../../support/app.ts';
import { eventsOf, eventTypesOf } from '../../support/events.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';
import { mutate } from '../mutate.ts';

const app = useApp();

const everything =
  'id email firstName lastName phone birthDate address zip city custom1 custom2 custom3 blockedAt paidAccessUntil';

test('a member is registered with a given password', async () => {
  const client = await app.client();
  const { id } = await makeDirectory(app.database, client.owner);
  const person = {
    email: 'Ada@Example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    phone: '+44 20 1234',
    birthDate: '1815-12-10',
    address: 'St James’s Square 12',
    zip: 'SW1Y',
    city: 'London',
    custom1: 'one',
    custom2: 'two',
    custom3: 'three',
  };

  const input = { directory: id, ...person, password: 'difference engine' };
  const { data } = await mutate(client, 'createDirectoryUser', input, `password user { ${everything} }`);

  expect(data).toEqual({
    password: null,
    user: { ...person, id: expect.stringMatching(/^reg_[0-9a-z]{16}$/), blockedAt: null, paidAccessUntil: null },
  });
  expect(await isPassword('difference engine', await hashOf(data.user.id))).toBe(true);
});

test('a password is generated if none is given, and neither it nor its hash is shown again', async () => {
  const client = await app.client();
  const { id } = await makeDirectory(app.database, client.owner);

  const { data } = await mutate(client, 'createDirectoryUser', { directory: id, email: 'ada@example.com' }, 'password');

  const [user] = await app.database.rows<{ id: string }>('SELECT id FROM directory_users WHERE directory_id = ?', [id]);
  const hash = await hashOf(user?.id ?? '');
  expect(await isPassword(data.password, hash)).toBe(true);
  const [event] = await eventsOf(app.database, { campaignId: id });
  expect(event).toMatchObject({ type: 'directory_registration', data: { email: 'ada@example.com' } });
  expect(JSON.stringify(event)).not.toMatch(/password|argon2|hash/i);
});

test('an address, in any case, is registered once per directory, and in any number of directories', async () => {
  const client = await app.client();
  const [one, other] = [
    await makeDirectory(app.database, client.owner),
    await makeDirectory(app.database, client.owner),
  ];
  const register = async (directory: string, email: string) =>
    (await mutate(client, 'createDirectoryUser', { directory, email }, 'user { id }')).codes;

  expect(await register(one.id, 'ada@example.com')).toEqual([]);
  expect(await register(one.id, 'ADA@Example.COM')).toEqual(['DIRECTORY_EMAIL_TAKEN']);
  expect(await register(other.id, 'ADA@Example.COM')).toEqual([]);
});

test.each([
  { email: 'not an address' },
  { email: 'ada@example.com', password: 'short' },
  { email: 'ada@example.com', birthDate: '2001-02-29' },
  { email: 'ada@example.com', birthDate: '10.12.1815' },
])('refuses %j', async (given) => {
  const client = await app.client();
  const { id } = await makeDirectory(app.database, client.owner);

  const { codes } = await mutate(client, 'createDirectoryUser', { directory: id, ...given }, 'password');

  expect(codes).toEqual(['INVALID_INPUT']);
});

test('a repeated registration with the same idempotency key shows the same password, stored encrypted', async () => {
  const client = await app.client();
  const { id } = await makeDirectory(app.database, client.owner);
  const document = `mutation { createDirectoryUser(input: { directory: "${id}", email: "ada@example.com" }) { password } }`;
  const create = () => client.graphql(document, {}, { 'Idempotency-Key': 'once' });

  const [first, second] = [await create(), await create()];

  expect(second.data).toEqual(first.data);
  const [kept] = await app.database.rows<{ result: string; fingerprint: string }>(
    'SELECT result, fingerprint FROM idempotent_calls WHERE account_id = ?',
    [client.owner.account.id],
  );
  expect(kept?.result).not.toContain(first.data.createDirectoryUser.password);
});

test('blocking stores the reason, and unblocking removes it', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id: user } = await makeDirectoryUser(app.database, client.owner, { directory });
  const set = async (blocked: boolean | null, reason?: string) => {
    const input = { directory: directory.id, user, blocked, reason };
    return (await mutate(client, 'setDirectoryUserBlocked', input, 'blocked blockedAt blockReason')).data;
  };

  const blocked = await set(true, 'Fees are due');
  expect(blocked).toEqual({ blocked: true, blockedAt: expect.any(String), blockReason: 'Fees are due' });
  expect(await set(true)).toEqual(blocked);
  expect(await set(null)).toEqual(blocked);
  const open = { blocked: false, blockedAt: null, blockReason: null };
  expect(await set(false)).toEqual(open);
  expect(await set(false)).toEqual(open);
  expect(await eventTypesOf(app.database, { campaignId: directory.id })).toEqual([
    'directory_registration',
    'directory_user_blocked',
    'directory_user_unblocked',
  ]);
});

test('a new password replaces the old one', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id } = await makeDirectoryUser(app.database, client.owner, { directory, password: 'the old one' });

  const input = { directory: directory.id, user: id, password: 'the new one' };
  expect((await mutate(client, 'setDirectoryUserPassword', input, 'id')).data).toEqual({ id });

  const hash = await hashOf(id);
  expect([await isPassword('the old one', hash), await isPassword('the new one', hash)]).toEqual([false, true]);
});

test('the address of a removed member can be registered again', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id, email } = await makeDirectoryUser(app.database, client.owner, { directory });

  const name = { directory: directory.id, user: id };
  expect((await mutate(client, 'deleteDirectoryUser', name, 'id email')).data).toEqual({ id, email });

  expect((await mutate(client, 'deleteDirectoryUser', name, 'id')).codes).toEqual(['DIRECTORY_USER_NOT_FOUND']);
  const again = await mutate(client, 'createDirectoryUser', { directory: directory.id, email }, 'user { id }');
  expect(again.codes).toEqual([]);
});

test('members are listed newest first, by cursor and by page, and filtered by address and block', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const ids: string[] = [];
  for (let day = 1; day <= 5; day += 1) {
    const createdAt = `2026-01-0${day} 00:00:00.000`;
    const facts = { directory, createdAt, email: `m${day}@example.com`, blocked: day === 2 };
    ids.unshift((await makeDirectoryUser(app.database, client.owner, facts)).id);
  }
  const list = async (variables: object) => {
    const { data } = await client.graphql(
      `query ($filter: DirectoryUserFilter, $first: Int, $after: String, $page: Int) {
        directoryUsers(directory: "${directory.id}", filter: $filter, first: $first, after: $after, page: $page) {
          nodes { id } pageInfo { endCursor hasNextPage }
        }
      }`,
      { ...variables },
    );
    const { nodes, pageInfo } = data.directoryUsers;
    return { ids: nodes.map(({ id }: { id: string }) => id), pageInfo };
  };

  expect((await list({})).ids).toEqual(ids);
  const first = await list({ first: 2 });
  expect(first.ids).toEqual(ids.slice(0, 2));
  expect((await list({ first: 2, after: first.pageInfo.endCursor })).ids).toEqual(ids.slice(2, 4));
  expect((await list({ first: 2, page: 3 })).ids).toEqual(ids.slice(4));
  expect((await list({ first: 2, page: 4 })).ids).toEqual([]);
  expect((await list({ filter: { email: 'M4@EXAMPLE.com' } })).ids).toEqual([ids[1]]);
  expect((await list({ filter: { blocked: true } })).ids).toEqual([ids[3]]);
  expect((await list({ filter: { blocked: false } })).ids).toHaveLength(4);
});

test('a member of another directory is not found', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id } = await makeDirectoryUser(app.database, client.owner);

  const answer = await client.graphql(`{ directoryUser(directory: "${directory.id}", user: "${id}") { id } }`);

  expect(answer.codes).toEqual(['DIRECTORY_USER_NOT_FOUND']);
});

async function hashOf(id: string): Promise<string> {
  const [user] = await app.database.rows<{ hash: string }>(
    'SELECT password_hash AS hash FROM directory_users WHERE id = ?',
    [id],
  );
  return user?.hash ?? '';
}
