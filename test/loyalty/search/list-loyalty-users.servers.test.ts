import { beforeAll, describe, expect, test } from 'vitest';
import type { LoyaltyCard } from '../../../src/loyalty/card/card.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';

const app = useApp();
let client: Client;
let card: LoyaltyCard;

const persons = [
  { firstName: 'Ada', lastName: 'van der Berg', email: 'ADA@example.com', phone: '+49 30 1234-56', custom1: 'Gold' },
  {
    firstName: 'ADA',
    lastName: 'Jørgensen',
    email: 'jo@example.com',
    phone: '030 9876543',
    custom8: 'gold',
    city: 'Bad Aibling',
  },
  { firstName: 'Ben', lastName: 'Ada', address: 'Am Alten-Markt 7', zip: '10115', custom2: 'rye bread' },
  { firstName: 'E\u0301mile', lastName: 'Zola-Berger', email: 'emile_z@example.com', phone: '0049301234 57' },
  { firstName: '', lastName: null },
];

beforeAll(async () => {
  client = await app.client();
  card = await makeCard(app.database, client.owner);
  for (const [index, person] of persons.entries())
    await makeUser(app.database, client.owner, { card, ...person, createdAt: `2026-01-0${index + 1} 12:00:00.000` });
  await makeUser(app.database, client.owner, { card, firstName: 'Ada', lastName: 'Void', voided: true });
  await makeUser(app.database, client.owner, { firstName: 'Ada', lastName: 'Of another card' });
});

describe('loyaltyUsers', () => {
  test('lists the users of a card that are not void, newest first', async () => {
    expect(await listed({})).toEqual([null, 'Zola-Berger', 'Ada', 'Jørgensen', 'van der Berg']);
  });

  test('lists void users too on request', async () => {
    expect(await listed({ includeVoided: true })).toEqual([
      'Void',
      null,
      'Zola-Berger',
      'Ada',
      'Jørgensen',
      'van der Berg',
    ]);
  });

  test.each([
    { filter: { firstName: 'ada' }, found: ['Jørgensen', 'van der Berg'] },
    { filter: { firstName: 'Ad' }, found: [] },
    { filter: { lastName: 'VAN DER BERG' }, found: ['van der Berg'] },
    { filter: { lastName: 'berg' }, found: [] },
    { filter: { firstName: '\u00e9MILE' }, found: ['Zola-Berger'] },
    { filter: { email: 'ada@EXAMPLE.com' }, found: ['van der Berg'] },
    { filter: { phone: '+493012345-6' }, found: ['van der Berg'] },
    { filter: { phone: '0049 (0)30 123457' }, found: ['Zola-Berger'] },
    { filter: { phone: '0309876543' }, found: ['Jørgensen'] },
    { filter: { custom1: 'GOLD' }, found: ['van der Berg'] },
    { filter: { custom8: 'Gold' }, found: ['Jørgensen'] },
    { filter: { custom2: 'gold' }, found: [] },
    { filter: { firstName: 'Ada', custom8: 'gold' }, found: ['Jørgensen'] },
    { filter: { firstName: 'Ada', lastName: 'Ada' }, found: [] },
    { filter: { firstName: '' }, found: [] },
    { filter: { id: 'nobody' }, found: [] },
    { filter: {}, found: [null, 'Zola-Berger', 'Ada', 'Jørgensen', 'van der Berg'] },
    { filter: { keyword: 'ada' }, found: ['Ada', 'Jørgensen', 'van der Berg'] },
    { filter: { keyword: 'BERG' }, found: ['Zola-Berger', 'van der Berg'] },
    { filter: { keyword: 'gol' }, found: ['Jørgensen', 'van der Berg'] },
    { filter: { keyword: '+49 (30) 1234-5' }, found: ['Zola-Berger', 'van der Berg'] },
    { filter: { keyword: 'usr_' }, found: [null, 'Zola-Berger', 'Ada', 'Jørgensen', 'van der Berg'] },
    { filter: { keyword: 'ada', firstName: 'Ben' }, found: ['Ada'] },
    { filter: { keyword: 'ada', id: 'nobody' }, found: [] },
    { filter: { keyword: 'bad' }, found: ['Jørgensen'] },
    { filter: { keyword: 'AIB' }, found: ['Jørgensen'] },
    { filter: { keyword: 'am alt' }, found: ['Ada'] },
    { filter: { keyword: 'markt 7' }, found: ['Ada'] },
    { filter: { keyword: '101' }, found: ['Ada'] },
    { filter: { keyword: 'bread' }, found: ['Ada'] },
    { filter: { keyword: 'read' }, found: [] },
    { filter: { keyword: '10115', strict: true }, found: ['Ada'] },
    { filter: { keyword: 'aibling', strict: true }, found: [] },
    { filter: { keyword: ' ' }, found: [null, 'Zola-Berger', 'Ada', 'Jørgensen', 'van der Berg'] },
    { filter: { keyword: '---' }, found: [] },
    { filter: { keyword: 'berg', strict: true }, found: [] },
    { filter: { keyword: 'Van der Berg', strict: true }, found: ['van der Berg'] },
    { filter: { keyword: 'GOLD', strict: true }, found: ['Jørgensen', 'van der Berg'] },
    { filter: { keyword: '0049 30 123456', strict: true }, found: ['van der Berg'] },
    { filter: { keyword: 'go', strict: true }, found: [] },
    { filter: { strict: true }, found: [null, 'Zola-Berger', 'Ada', 'Jørgensen', 'van der Berg'] },
  ])('filters by $filter', async ({ filter, found }) => {
    expect(await listed({ filter })).toEqual(found);
    expect(await total({ filter })).toBe(found.length);
  });

  test('filters by id, combined with other conditions', async () => {
    const { id } = await makeUser(app.database, client.owner, { card: await otherCard(), firstName: 'Eva' });
    const inCard = { card: (await otherCard()).id };

    expect(await total({ ...inCard, filter: { id } })).toBe(1);
    expect(await total({ ...inCard, filter: { id, firstName: 'EVA' } })).toBe(1);
    expect(await total({ ...inCard, filter: { id, firstName: 'Ada' } })).toBe(0);
    expect(await total({ filter: { id } })).toBe(0);
  });

  test.each([{}, { firstName: 'Ada' }, { keyword: 'a' }])(
    'pages by cursor and by number, filtered by %j',
    async (filter) => {
      const all = await listed({ filter, includeVoided: true });
      const cursor = await page({ filter, includeVoided: true, first: 2 });

      const forward = await page({ filter, includeVoided: true, first: 2, after: cursor.pageInfo.endCursor });
      const back = await page({ filter, includeVoided: true, last: 1, before: cursor.pageInfo.endCursor });
      const second = await page({ filter, includeVoided: true, first: 2, page: 2 });

      expect(namesOf(cursor)).toEqual(all.slice(0, 2));
      expect(namesOf(forward)).toEqual(all.slice(2, 4));
      expect(namesOf(second)).toEqual(all.slice(2, 4));
      expect(namesOf(back)).toEqual(all.slice(0, 1));
      expect(await listed({ filter, page: 9 })).toEqual([]);
    },
  );

  test('refuses a page number together with a cursor', async () => {
    const { codes } = await client.graphql(list, { card: card.id, page: 2, last: 2 });

    expect(codes).toEqual(['INVALID_INPUT']);
  });

  test('ignores a space at the end of a value', async () => {
    const spaced = await makeCard(app.database, client.owner);
    const input = { card: spaced.id, firstName: 'Jan Ada', lastName: 'Jan Ada ', custom1: 'gold ' };

    const { codes } = await client.graphql(mutation('createLoyaltyUser'), { input });

    expect(codes).toEqual([]);
    expect(await total({ card: spaced.id, filter: { lastName: 'Jan Ada' } })).toBe(1);
    expect(await total({ card: spaced.id, filter: { custom1: 'Gold  ' } })).toBe(1);
  });

  test('follows changes of a person on all its cards', async () => {
    const [one, other] = [await otherCard(), await makeCard(app.database, client.owner)];
    const { id: user } = await makeUser(app.database, client.owner, { card: one, lastName: 'Before' });
    await client.graphql(mutation('linkLoyaltyUser'), { input: { card: other.id, user } });

    await client.graphql(mutation('updateLoyaltyUser'), { input: { card: one.id, user, lastName: 'After' } });

    for (const { id } of [one, other]) {
      expect(await total({ card: id, filter: { lastName: 'After' } })).toBe(1);
      expect(await total({ card: id, filter: { lastName: 'Before' } })).toBe(0);
    }
  });
});

describe('searchLoyaltyUsers', () => {
  test.each([
    { search: 'ada', found: ['Ada', 'Jørgensen', 'Void', 'van der Berg'] },
    { search: 'ADA@e', found: ['van der Berg'] },
    { search: 'berg', found: ['Zola-Berger', 'van der Berg'] },
    { search: 'Jør', found: ['Jørgensen'] },
    { search: 'ørg', found: [] },
    { search: 'aibling', found: [] },
    { search: 'bread', found: [] },
    { search: 'e\u0301mi', found: ['Zola-Berger'] },
    { search: 'emile_', found: ['Zola-Berger'] },
    { search: '49301234', found: ['Zola-Berger', 'van der Berg'] },
    { search: '030-98', found: ['Jørgensen'] },
    { search: 'zola-b', found: ['Zola-Berger'] },
    { search: 'nobody', found: [] },
    { search: '---', found: [] },
    { search: '4-9-', found: [] },
  ])('finds $search', async ({ search, found }) => {
    expect((await searched(search)).toSorted()).toEqual(found.toSorted());
  });

  test('finds an id by its beginning', async () => {
    const { id } = await makeUser(app.database, client.owner, { card: await otherCard(), lastName: 'Known by id' });

    expect(await searched(id.slice(0, 12), (await otherCard()).id)).toEqual(['Known by id']);
    expect(await searched(id.toUpperCase(), (await otherCard()).id)).toEqual(['Known by id']);
  });

  test('puts equal values first and returns at most 100 users', async () => {
    const crowd = await makeCard(app.database, client.owner);
    for (const lastName of ['Annabel', 'Ann', ...Array.from({ length: 120 }, (_, index) => `Anne${index}`)])
      await makeUser(app.database, client.owner, { card: crowd, lastName });

    const found = await searched('ann', crowd.id);

    expect(found.slice(0, 2)).toEqual(['Ann', 'Annabel']);
    expect(found).toHaveLength(100);
  });

  test.each(['ad', '', 'ada b', 'a.b', 'a+b', 'ada%', 'ada*', "ada'", 'ada\n'])('refuses %j', async (search) => {
    const { codes } = await client.graphql(find, { card: card.id, search });

    expect(codes).toEqual(['INVALID_INPUT']);
  });
});

const list = `query ($card: ID!, $filter: LoyaltyUserFilter, $includeVoided: Boolean, $first: Int, $after: String, $last: Int, $before: String, $page: Int) {
  loyaltyUsers(card: $card, filter: $filter, includeVoided: $includeVoided, first: $first, after: $after, last: $last, before: $before, page: $page) {
    nodes { lastName }
    pageInfo { startCursor endCursor }
  }
}`;

const count = `query ($card: ID!, $filter: LoyaltyUserFilter) { loyaltyUsers(card: $card, filter: $filter) { totalCount } }`;

const find = 'query ($card: ID!, $search: String!) { searchLoyaltyUsers(card: $card, search: $search) { lastName } }';

interface Page {
  nodes: { lastName: string | null }[];
  pageInfo: { startCursor: string; endCursor: string };
}

function mutation(name: string): string {
  return `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { id } }`;
}

async function page(given: object): Promise<Page> {
  const { data, errors } = await client.graphql(list, { card: card.id, ...given });
  if (!data) throw new Error(JSON.stringify(errors));
  return data.loyaltyUsers;
}

function namesOf({ nodes }: Page): (string | null)[] {
  return nodes.map(({ lastName }) => lastName);
}

async function listed(given: object): Promise<(string | null)[]> {
  return namesOf(await page(given));
}

async function total(given: object): Promise<number> {
  const { data } = await client.graphql(count, { card: card.id, ...given });
  return data.loyaltyUsers.totalCount;
}

async function searched(search: string, inCard = card.id): Promise<string[]> {
  const { data } = await client.graphql(find, { card: inCard, search });
  return data.searchLoyaltyUsers.map(({ lastName }: { lastName: string }) => lastName);
}

let another: LoyaltyCard | undefined;

async function otherCard(): Promise<LoyaltyCard> {
  another ??= await makeCard(app.database, client.owner);
  return another;
}
