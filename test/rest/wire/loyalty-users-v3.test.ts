import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { ok, time } from './wire.ts';

const app = useApp();

/** The table of a v3 loyalty user. */
const user = (id: string, others: object = {}) => ({
  id,
  first_name: '',
  last_name: '',
  address: '',
  zip: '',
  city: '',
  phone: '',
  email: '',
  gender: '',
  birthday: '',
  custom_1: '',
  custom_2: '',
  custom_3: '',
  custom_4: '',
  custom_5: '',
  custom_6: '',
  custom_7: '',
  custom_8: '',
  url: '',
  created_at: time,
  stamps: 0,
  points: 0,
  voided: '0',
  rewards: [],
  ...others,
});

const required = { email: 'ada@example.com', password: 'rye bread & butter' };

test.for([
  ['JSON', required, { email: required.email }],
  [
    'every field',
    {
      ...{ ...required, phone: '+493012345678', first_name: 'Ada', last_name: 'Lovelace', gender: 'female' },
      ...{ birthday: '1990-12-10', city: 'Berlin', address: 'Mill Lane 7', zip: '10115', custom_1: 'a', custom_8: 'h' },
    },
    {
      ...{ email: required.email, phone: '+493012345678', first_name: 'Ada', last_name: 'Lovelace', gender: 'female' },
      ...{ birthday: '1990-12-10', city: 'Berlin', address: 'Mill Lane 7', zip: '10115', custom_1: 'a', custom_8: 'h' },
    },
  ],
  [
    'the older spelling, in a form',
    new URLSearchParams({ ...required, first_Name: 'Ada', last_Name: 'Lovelace', gender: 'unknown' }),
    { email: required.email, first_name: 'Ada', last_name: 'Lovelace', gender: 'unknown' },
  ],
] as const)('POST /v3/loyaltyusers/create with %s', async ([_, fields, data]) => {
  const client = await app.client();
  const { status, body } = await client.rest('/v3/loyaltyusers/create', fields);
  expect([status, body]).toEqual([200, { ...ok, user: user(body.user.id, data) }]);
  expect(body.user.id).toMatch(/^usr_[0-9a-z]{16}$/);
});

test('POST /v3/loyaltyusers/link, /list and /search', async () => {
  const client = await app.client();
  const { id: loyaltycard, code } = await makeCard(app.database, client.owner);
  const created = await client.rest('/v3/loyaltyusers/create', { ...required, gender: 'male', birthday: '1990-12-10' });
  const { id } = created.body.user;
  const linked = await client.rest('/v3/loyaltyusers/link', { loyaltycard, user: id });
  expect([linked.status, linked.body]).toEqual([200, { ...ok, loyaltycard, user: id, action: 'user_linked' }]);

  const ada = user(id, {
    ...{ email: required.email, gender: 'male', birthday: '1990-12-10', url: `${app.url}/l/${code}/${id}` },
  });
  const expected = [200, { ...ok, loyaltycard, amount_of_results: 1, users: [ada] }];
  const listed = await client.rest('/v3/loyaltyusers/list', { loyaltycard });
  expect([listed.status, listed.body]).toEqual(expected);
  const found = await client.rest('/v3/loyaltyusers/search', { loyaltycard, search: 'ada' });
  expect([found.status, found.body]).toEqual(expected);
  const nobody = await client.rest('/v3/loyaltyusers/search', { loyaltycard, search: 'nobody' });
  expect(nobody.body).toEqual({ ...ok, loyaltycard, amount_of_results: 0, users: [] });
});

test.for([
  ['add_points', 10, { points: 30 }],
  ['remove_points', '5', { points: 15 }],
  ['add_stamps', '2', { points: 20, stamps: 2 }],
] as const)('POST /v3/loyaltyusers/update with %s', async ([action, amount, balances]) => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const { id } = await makeUser(app.database, client.owner, { card });
  const name = { loyaltycard: card.id, user: id };
  await client.rest('/v3/loyaltyusers/update', { ...name, action: 'add_points', amount: 20 });
  const { status, body } = await client.rest('/v3/loyaltyusers/update', { ...name, action, amount });
  const changed = user(id, { url: `${app.url}/l/${card.code}/${id}`, ...balances });
  expect([status, body]).toEqual([200, { ...ok, loyaltycard: card.id, action, user: changed }]);
});

test('rewards of a user, and a user whose card is void', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const reward = await makeReward(app.database, card);
  const { id } = await makeUser(app.database, client.owner, { card });
  const fields = { loyaltycard: card.id, user: id, action: 'add_stamps', amount: 10 };
  const { body } = await client.rest('/v3/loyaltyusers/update', fields);
  const loaf = { id: body.user.rewards[0].id, reward: reward.id, name: 'A loaf', expires_at: '', used_at: '' };
  const ada = user(id, { url: `${app.url}/l/${card.code}/${id}`, rewards: [loaf] });
  expect(body.user).toEqual(ada);
  await client.rest(`/v4/loyalty/loyalty-cards/${card.id}/stats/${id}/void`, {}, {}, 'PUT');
  const found = await client.rest('/v3/loyaltyusers/search', { loyaltycard: card.id, search: id });
  expect(found.body.users).toEqual([{ ...ada, voided: '1' }]);
});

test.for(['branch 7', 'loc_!', 'M'.repeat(50)])(
  'an unregistered location id is kept as given: %s',
  async (merchantid) => {
    const client = await app.client();
    const { id: user, cardId: loyaltycard } = await makeUser(app.database, client.owner);
    const fields = { loyaltycard, user, action: 'add_points', amount: 1, merchantid };
    expect((await client.rest('/v3/loyaltyusers/update', fields)).status).toBe(200);
    const ledger = `query ($card: ID!, $user: ID!) {
    loyaltyUser(card: $card, user: $user) { ledger(first: 1) { nodes { locationId } } }
  }`;
    const { data } = await client.graphql(ledger, { card: loyaltycard, user });
    expect(data.loyaltyUser.ledger.nodes).toEqual([{ locationId: merchantid }]);
  },
);
