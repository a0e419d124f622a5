import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';

const app = useApp();

const all = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', address: 'Mill Lane 7', zip: '10115', city: 'Berlin' },
  ...{ phone: '0171 / 123', email: 'Ada@Example.com' },
  ...{ custom_1: 'a', custom_2: 'b', custom_3: 'c', custom_4: 'd' },
  ...{ custom_5: 'e', custom_6: 'f', custom_7: 'g', custom_8: 'h' },
};

const statsOf = ({ id }: { id: string }) => `/v4/loyalty/loyalty-cards/${id}/stats`;

test.for([null, ''])('all fields of a user may be %j', async (value) => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const fields = Object.fromEntries(Object.keys(all).map((name) => [name, value]));
  const { status, body } = await client.rest(statsOf(card), fields);
  expect([status, body]).toMatchObject([201, { first_name: null, email: null, stamps: 0, rewards: [] }]);
  expect(body).not.toHaveProperty('custom_1');
});

test('several users may have the same address: each creation makes a person', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const first = await client.rest(statsOf(card), { email: 'ada@example.com' });
  const second = await client.rest(statsOf(card), { email: 'ada@example.com' });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(first.body.id).not.toBe(second.body.id);
});

test('an update changes the given fields, and an empty value keeps the stored one', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const { body: user } = await client.rest(statsOf(card), all);
  const path = `${statsOf(card)}/${user.id}`;
  const changed = await client.rest(path, { city: 'Potsdam', zip: null, custom_1: '' }, {}, 'PUT');
  const expected = { ...user, city: 'Potsdam' };
  expect([changed.status, changed.body]).toEqual([200, expected]);
  expect((await client.rest(path, {}, {}, 'PUT')).body).toEqual(expected);
  expect((await client.rest(path, {}, {}, 'GET')).body).toEqual(expected);
});

test('an update ignores fields that name another user or card in the body', async () => {
  const client = await app.client();
  const user = await makeUser(app.database, client.owner);
  const other = await makeUser(app.database, client.owner);
  const path = `/v4/loyalty/loyalty-cards/${user.cardId}/stats/${user.id}`;
  const fields = { userId: other.id, loyaltyCardId: other.cardId, id: other.id, city: 'Potsdam' };
  expect((await client.rest(path, fields, {}, 'PUT')).body).toMatchObject({ id: user.id, city: 'Potsdam' });
});

test('a void user is listed only on request', async () => {
  const client = await app.client();
  const { id, cardId } = await makeUser(app.database, client.owner, { firstName: 'Ada' });
  const stats = statsOf({ id: cardId });
  const { status, body } = await client.rest(`${stats}/${id}/void`, {}, {}, 'PUT');
  expect([status, body]).toMatchObject([200, { id, first_name: 'Ada', voided_at: expect.any(String) }]);
  const listed = async (query: string) => (await client.rest(`${stats}${query}`, {}, {}, 'GET')).body.length;
  expect(await listed('')).toBe(0);
  for (const no of ['false', '0', '']) expect(await listed(`?include_voided=${no}`)).toBe(0);
  for (const yes of ['true', '1']) expect(await listed(`?include_voided=${yes}`)).toBe(1);
});

test('voiding a user requires no body but accepts one', async () => {
  const client = await app.client();
  const { id, cardId } = await makeUser(app.database, client.owner);
  const url = `${client.url}/v4/loyalty/loyalty-cards/${cardId}/stats/${id}/void`;
  expect((await fetch(url, { method: 'PUT', headers: client.headers })).status).toBe(200);
});

test('a deletion returns nothing, and the user is gone', async () => {
  const client = await app.client();
  const { id, cardId } = await makeUser(app.database, client.owner);
  const path = `${statsOf({ id: cardId })}/${id}`;
  const { status, body, headers } = await client.rest(path, {}, {}, 'DELETE');
  expect([status, body, headers.get('content-type')]).toEqual([204, null, null]);
  const again = await client.rest(path, {}, {}, 'DELETE');
  expect([again.status, again.codes]).toEqual([404, [516]]);
});
