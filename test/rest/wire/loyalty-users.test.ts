import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { time } from './wire.ts';

const app = useApp();

const given = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', address: 'Mill Lane 7', zip: '10115', city: 'Berlin' },
  ...{ phone: '+493012345678', email: 'ada@example.com' },
  ...{ custom_1: 'a', custom_2: 'b', custom_3: 'c', custom_4: 'd' },
  ...{ custom_5: 'e', custom_6: 'f', custom_7: 'g', custom_8: 'h' },
};

/** The table of a v4 loyalty user. */
const user = (id: string, cardCode: string, others: object = {}) => ({
  id,
  code: id,
  first_name: null,
  last_name: null,
  address: null,
  zip: null,
  city: null,
  phone: null,
  email: null,
  stamps: 0,
  points: 0,
  download_url: `${app.url}/l/${cardCode}/${id}`,
  created_at: time,
  voided_at: null,
  rewards: [],
  ...others,
});

async function prepare() {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  return { client, card, stats: `/v4/loyalty/loyalty-cards/${card.id}/stats` };
}

const get = (client: Client, path: string) => client.rest(path, {}, {}, 'GET');

test('POST /stats, GET, PUT and DELETE /stats/{userId}', async () => {
  const { client, card, stats } = await prepare();
  const full = await client.rest(stats, given);
  const ada = user(full.body.id, card.code, given);
  expect([full.status, full.body]).toEqual([201, ada]);
  const bare = await client.rest(stats, {});
  expect([bare.status, bare.body]).toEqual([201, user(bare.body.id, card.code)]);

  const path = `${stats}/${ada.id}`;
  const one = await get(client, path);
  expect([one.status, one.body]).toEqual([200, ada]);
  const changed = await client.rest(path, { city: 'Potsdam', custom_1: 'rye' }, {}, 'PUT');
  expect([changed.status, changed.body]).toEqual([200, { ...ada, city: 'Potsdam', custom_1: 'rye' }]);
  const deleted = await client.rest(path, {}, {}, 'DELETE');
  expect([deleted.status, deleted.body]).toEqual([204, null]);
});

test.for([
  ['a bare array', (users: object[]) => users],
  ['{"users":[]}', (users: object[]) => ({ users })],
] as const)('POST /stats/bulk with %s', async ([_, bodyOf]) => {
  const { client, card, stats } = await prepare();
  const { status, body } = await client.rest(`${stats}/bulk`, bodyOf([given, { last_name: 'Hopper' }]));
  expect([status, body]).toEqual([
    201,
    [user(body[0].id, card.code, given), user(body[1].id, card.code, { last_name: 'Hopper' })],
  ]);
});

test('GET /stats without `pagination` returns all users', async () => {
  const { client, card, stats } = await prepare();
  const names = Array.from({ length: 120 }, (_, number) => ({ first_name: `n${number}` }));
  await client.rest(`${stats}/bulk`, names);
  const { status, headers, body } = await get(client, stats);
  expect(status).toBe(200);
  expect(body).toEqual(names.toReversed().map((name, index) => user(body[index].id, card.code, name)));
  expect(headers.get('link')).toBeNull();
  for (const page of ['pagination[page]=1', 'pagination[count]=true', 'pagination={"page":1}'])
    expect((await get(client, `${stats}?${page}`)).body).toEqual(body.slice(0, 100));
  expect((await get(client, `${stats}?pagination[limit]=2&pagination[page]=2`)).body).toEqual(body.slice(2, 4));
});

test('POST /stamps and PUT /rewards', async () => {
  const { client, card, stats } = await prepare();
  const reward = await makeReward(app.database, card, { validDays: 30 });
  const { id } = await makeUser(app.database, client.owner, { card, custom1: 'rye' });
  const loaf = {
    id: expect.stringMatching(/^rwd_[0-9a-z]{16}$/),
    reward: reward.id,
    name: 'A loaf',
    added_at: time,
    expired_at: time,
  };
  const stamped = await client.rest(`${stats}/${id}/stamps`, { amount: 14 });
  const ada = user(id, card.code, { custom_1: 'rye', stamps: 4 });
  expect([stamped.status, stamped.body]).toEqual([200, { ...ada, rewards: [loaf] }]);
  const reward_ids = [stamped.body.rewards[0].id];
  const used = await client.rest(`${stats}/${id}/rewards`, { reward_ids }, {}, 'PUT');
  expect([used.status, used.body]).toEqual([200, { ...ada, rewards: [{ ...loaf, id: reward_ids[0], used_at: time }] }]);
});

test('a reward that does not expire has no `expired_at`', async () => {
  const { client, card, stats } = await prepare();
  const reward = await makeReward(app.database, card);
  const { id } = await makeUser(app.database, client.owner, { card });
  const { body } = await client.rest(`${stats}/${id}/stamps`, { amount: 10 });
  const loaf = { id: body.rewards[0].id, reward: reward.id, name: 'A loaf', added_at: time };
  expect(body).toEqual(user(id, card.code, { rewards: [loaf] }));
});

test('PUT /void', async () => {
  const { client, card, stats } = await prepare();
  const { id } = await makeUser(app.database, client.owner, { card });
  const { status, body } = await client.rest(`${stats}/${id}/void`, {}, {}, 'PUT');
  expect([status, body]).toEqual([200, user(id, card.code, { voided_at: time })]);
  expect((await get(client, stats)).body).toEqual([]);
  expect((await get(client, `${stats}?include_voided=true`)).body).toEqual([body]);
});

test.for<[string, string[]]>([
  ['filter[keyword]=ada', ['Cleo', 'Ada']],
  ['filter[keyword]=ADA@', ['Ada']],
  ['filter[keyword]=berg', ['Ben']],
  ['filter[keyword]=go', ['Cleo', 'Ben']],
  ['filter[keyword]=aib', ['Ben']],
  ['filter[keyword]=80331&filter[strict]=true', ['Ben']],
  ['filter[keyword]=49 30 1', ['Ada']],
  ['filter={"keyword":"ada"}', ['Cleo', 'Ada']],
  ['filter[keyword]=ada&filter[last_name]=Ada', ['Cleo']],
  ['filter[keyword]=go&pagination[limit]=1', ['Cleo']],
  ['filter[keyword]=nobody', []],
  ['filter[keyword]=', ['Cleo', 'Ben', 'Ada']],
  ['filter[keyword]=ada&filter[strict]=true', ['Cleo', 'Ada']],
  ['filter[keyword]=ada@example.com&filter[strict]=1', ['Ada']],
  ['filter[keyword]=go&filter[strict]=true', []],
  ['filter[keyword]=berg&filter[strict]=true', []],
  ['filter={"keyword":"gold","strict":true}', ['Ben']],
  ['filter[strict]=true', ['Cleo', 'Ben', 'Ada']],
])('GET /stats?%s', async ([query, names]) => {
  const { client, card, stats } = await prepare();
  const persons = [
    { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+49 30 12345678' },
    { firstName: 'Ben', lastName: 'van der Berg', custom8: 'Gold', zip: '80331', city: 'Bad Aibling' },
    { firstName: 'Cleo', lastName: 'Ada', custom1: 'goat' },
  ];
  for (const [index, person] of persons.entries())
    await makeUser(app.database, client.owner, { card, ...person, createdAt: `2026-01-0${index + 1} 00:00:00.000` });
  const { status, body } = await get(client, `${stats}?${query}`);
  const found = body.map(({ first_name }: { first_name: string }) => first_name);
  expect([status, found]).toEqual([200, names]);
});
