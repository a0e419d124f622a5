import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeLocation } from '../../support/make-locations.ts';
import { makeCard, makeUser, makeUsers } from '../../support/make-loyalty.ts';

const app = useApp();

test.for([true, 'true', 1, '1'])('loyalty/list with only_active: %o returns active cards only', async (only_active) => {
  const client = await app.client();
  await makeCard(app.database, client.owner, { active: false });
  const card = await makeCard(app.database, client.owner);
  const { body } = await client.rest('/v3/loyalty/list', { only_active });
  expect(body.loyalty_info.map(({ ID }: { ID: string }) => ID)).toEqual([card.id]);
});

test('no answer shows the password of a person', async () => {
  const client = await app.client();
  const fields = { email: 'ada@example.com', password: 'rye bread & butter' };
  const { body } = await client.rest('/v3/loyaltyusers/create', fields);
  expect(JSON.stringify(body)).not.toContain('rye bread');
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

test.for([
  ['add_points', { points: 12, stamps: 5 }],
  ['remove_points', { points: 8, stamps: 5 }],
  ['add_stamps', { points: 10, stamps: 7 }],
  ['remove_stamps', { points: 10, stamps: 3 }],
] as const)('loyaltyusers/update: %s', async ([action, balances]) => {
  const client = await app.client();
  const { id: user, cardId: loyaltycard } = await makeUser(app.database, client.owner);
  const { id: merchantid } = await makeLocation(app.database, client.owner);
  const name = { loyaltycard, user };
  await client.rest('/v3/loyaltyusers/update', { ...name, action: 'add_points', amount: 10 });
  await client.rest('/v3/loyaltyusers/update', { ...name, action: 'add_stamps', amount: '5' });
  const { body } = await client.rest('/v3/loyaltyusers/update', { ...name, action, amount: '2', merchantid });
  expect(body).toMatchObject({ status: { status: 'OK' }, loyaltycard, action, user: { id: user, ...balances } });
  const ledger = `query ($card: ID!, $user: ID!) {
    loyaltyUser(card: $card, user: $user) { ledger(first: 1) { nodes { locationId reason } } }
  }`;
  const { data } = await client.graphql(ledger, { card: loyaltycard, user });
  const [did, unit] = action.split('_');
  const reason = `${unit}_${did === 'add' ? 'added' : 'removed'}`.toUpperCase();
  expect(data.loyaltyUser.ledger.nodes).toEqual([{ locationId: merchantid, reason }]);
});
