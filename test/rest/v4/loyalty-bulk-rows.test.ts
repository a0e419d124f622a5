import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCard } from '../../support/make-loyalty.ts';

const app = useApp();

const document = 'mutation ($input: CreateLoyaltyUsersInput!) { createLoyaltyUsers(input: $input) { email } }';

async function aCard() {
  const client = await app.client();
  const { id } = await makeCard(app.database, client.owner);
  const amount = async () => {
    const { data } = await client.graphql('query ($id: ID!) { loyaltyUsers(card: $id) { totalCount } }', { id });
    return data.loyaltyUsers.totalCount;
  };
  return { client, id, path: `/v4/loyalty/loyalty-cards/${id}/stats/bulk`, amount };
}

const persons = (amount: number) => Array.from({ length: amount }, (_, index) => ({ email: `u${index}@example.com` }));

test.for([
  ['a list of users', (users: object[]) => ({ users })],
  ['a bare list', (users: object[]) => users],
] as const)('%s is created completely and in order', async ([_, bodyOf]) => {
  const { client, path, amount } = await aCard();
  const { status, body } = await client.rest(path, bodyOf(persons(1000)));
  expect([status, body.length]).toEqual([201, 1000]);
  expect(body.map(({ email }: { email: string }) => email)).toEqual(persons(1000).map(({ email }) => email));
  expect(await amount()).toBe(1000);
});

test('one invalid user among 1,000 is named, and nothing changes', async () => {
  const { client, id, path, amount } = await aCard();
  const users: object[] = persons(1000);
  users[637] = { email: 'nobody' };
  const { status, codes, body } = await client.rest(path, users);
  expect([status, codes]).toEqual([422, [305]]);
  expect(body.status.errors.error_message_description).toEqual(['users[637].email is not a valid email address.']);
  const { errors } = await client.graphql(document, { input: { card: id, users } });
  expect(errors.map(({ extensions }) => extensions)).toMatchObject([
    { code: 'INVALID_INPUT', field: 'users.637.email', inputErrors: [{ field: 'users.637.email', kind: 'invalid' }] },
  ]);
  expect(await amount()).toBe(0);
});

test('every violation is reported with the index of its user', async () => {
  const { client, path } = await aCard();
  const { codes, body } = await client.rest(path, [{ email: 'x' }, 'Ada', { zip: 'x'.repeat(21), phone: {} }]);
  expect(body.status.errors.error_message_description).toEqual([
    'Invalid character in users[2].zip. The value must have at most 20 characters.',
    'Invalid character in users[1]. The value must be an object.',
    'Invalid character in users[2].phone. The value must be text.',
    'users[0].email is not a valid email address.',
  ]);
  expect(codes).toEqual([300, 301, 301, 305]);
});

test.each([{ users: [] }, { users: '' }, {}])(
  '%j is refused, and only an empty list is called empty',
  async (given) => {
    const { client, path } = await aCard();
    const { status, codes, body } = await client.rest(path, given);

    expect([status, codes, body.status.errors.error_message_description]).toEqual([
      ...[422, [200]],
      [Array.isArray(given.users) ? 'Missing parameter users. It must not be empty.' : 'Missing parameter users.'],
    ]);
  },
);

test('a body may have up to 32 MiB', async () => {
  const { client, path } = await aCard();
  const unknown = 'x'.repeat(1024 * 1024 - 2);
  const users = Array.from({ length: 31 }, () => ({ email: 'ada@example.com', unknown }));

  expect((await client.rest(path, { users })).status).toBe(201);
  expect((await client.rest(path, { users: [...users, { unknown }] })).status).toBe(413);
});

test('a single value may have up to 1 MiB', async () => {
  const { client, path } = await aCard();

  const { status, codes, body } = await client.rest(path, [{ unknown: 'x'.repeat(1024 * 1024) }]);

  expect([status, codes, body.status.errors.error_message_description]).toEqual([
    ...[413, [1003]],
    ['The body contains a single value of more than 1 MiB.'],
  ]);
});

test('a request without credentials is refused before a large body is read', async () => {
  const { client, path } = await aCard();
  const { status } = await client.with({}).rest(path, 'x'.repeat(33 * 1024 * 1024));
  expect(status).toBe(401);
});
