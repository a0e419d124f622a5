import { expect, test } from 'vitest';
import { useApp } from '../../../support/app.ts';
import { makeCard, makeMerchant, makeUser, makeUsers } from '../../../support/make-loyalty.ts';

const app = useApp();

test('loyalty/list and loyalty/info return cards', async () => {
  const client = await app.client();
  const retired = await makeCard(app.database, client.owner, {
    active: false,
    type: 'MEMBERSHIP',
    createdAt: '2026-01-01 00:00:00.000',
  });
  const card = await makeCard(app.database, client.owner, { domain: 'bakery.example' });
  const expected = {
    ...{ ID: card.id, code: card.code, name: 'Bread', domain: 'bakery.example', type: 'stamp', active: '1' },
    url: `${app.url}/l/${card.code}`,
  };
  const ok = { status: { status: 'OK' } };
  const { body } = await client.rest('/v3/loyalty/list');
  expect(body).toMatchObject({
    ...ok,
    loyalty_info: [expected, { ID: retired.id, domain: '', type: 'membership', active: '0' }],
  });
  for (const only_active of [true, 'true', 1, '1']) {
    expect((await client.rest('/v3/loyalty/list', { only_active })).body).toEqual({ ...ok, loyalty_info: [expected] });
  }
  const info = await client.rest('/v3/loyalty/info', { loyaltycard: card.id });
  expect(info.body).toEqual({ ...ok, loyalty_info: expected });
});

test('a person can be created, linked to a card, listed and found', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const fields = new URLSearchParams({
    ...{ email: 'ada@example.com', password: 'rye bread & butter', first_name: 'Ada', custom_8: 'x' },
    ...{ gender: 'female', birthday: '1990-12-10', phone: '' },
  });
  const created = await client.rest('/v3/loyaltyusers/create', fields);
  const { user } = created.body;
  expect(user).toMatchObject({
    id: expect.stringMatching(/^usr_[0-9a-z]{16}$/),
    ...{ email: 'ada@example.com', first_name: 'Ada', custom_8: 'x', phone: '', last_name: '' },
    ...{ stamps: 0, points: 0, voided: '0', url: '', rewards: [] },
  });
  expect(JSON.stringify(created.body)).not.toContain('rye bread');

  const linked = await client.rest('/v3/loyaltyusers/link', { loyaltycard: card.id, user: user.id });
  expect(linked.body).toEqual({ status: { status: 'OK' }, loyaltycard: card.id, user: user.id, action: 'user_linked' });

  const listed = await client.rest('/v3/loyaltyusers/list', { loyaltycard: card.id });
  const expected = {
    status: { status: 'OK' },
    loyaltycard: card.id,
    amount_of_results: 1,
    users: [{ ...user, url: `${app.url}/l/${card.code}/${user.id}`, created_at: expect.stringMatching(/^\d{4}-/) }],
  };
  expect(listed.body).toEqual(expected);
  const found = await client.rest('/v3/loyaltyusers/search', { loyaltycard: card.id, search: 'ada@' });
  expect(found.body).toEqual(expected);
});

test('loyaltyusers/list returns all users, newest first', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const persons = Array.from({ length: 1001 }, (_, number) => ({ firstName: `${number}` }));
  await makeUsers(app.database, client.owner, card, persons);
  const { body } = await client.rest('/v3/loyaltyusers/list', { loyaltycard: card.id });
  expect(body.amount_of_results).toBe(1001);
  const names = body.users.map(({ first_name }: { first_name: string }) => first_name);
  expect(names).toEqual(persons.map(({ firstName }) => firstName).toReversed());
});

test('a search without results returns an empty list', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const { body } = await client.rest('/v3/loyaltyusers/search', { loyaltycard: card.id, search: 'nobody' });
  expect(body).toMatchObject({ status: { status: 'OK' }, amount_of_results: 0, users: [] });
});

test.for([
  ['add_points', { points: 12, stamps: 5 }],
  ['remove_points', { points: 8, stamps: 5 }],
  ['add_stamps', { points: 10, stamps: 7 }],
  ['remove_stamps', { points: 10, stamps: 3 }],
] as const)('loyaltyusers/update: %s', async ([action, balances]) => {
  const client = await app.client();
  const { id: user, cardId: loyaltycard } = await makeUser(app.database, client.owner);
  const { id: merchantid } = await makeMerchant(app.database, client.owner);
  const name = { loyaltycard, user };
  await client.rest('/v3/loyaltyusers/update', { ...name, action: 'add_points', amount: 10 });
  await client.rest('/v3/loyaltyusers/update', { ...name, action: 'add_stamps', amount: '5' });
  const { body } = await client.rest('/v3/loyaltyusers/update', { ...name, action, amount: '2', merchantid });
  expect(body).toMatchObject({ status: { status: 'OK' }, loyaltycard, action, user: { id: user, ...balances } });
  const ledger = `query ($card: ID!, $user: ID!) {
    loyaltyUser(card: $card, user: $user) { ledger(first: 1) { nodes { merchantId reason } } }
  }`;
  const { data } = await client.graphql(ledger, { card: loyaltycard, user });
  const [did, unit] = action.split('_');
  const reason = `${unit}_${did === 'add' ? 'added' : 'removed'}`.toUpperCase();
  expect(data.loyaltyUser.ledger.nodes).toEqual([{ merchantId: merchantid, reason }]);
});
