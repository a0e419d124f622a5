import { beforeAll, describe, expect, test } from 'vitest';
import { isPassword } from '../../../src/kernel/threads/passwords.ts';
import type { LoyaltyCard } from '../../../src/loyalty/card/card.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf, eventTypesOf } from '../../support/events.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { call, ledgerOf } from '../calls.ts';

const app = useApp();
let client: Client;
let card: LoyaltyCard;

beforeAll(async () => {
  client = await app.client();
  card = await makeCard(app.database, client.owner, { stampsRequired: 5 });
});

const everything = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  address: 'Ockham Park 1',
  zip: 'KT11',
  city: 'Cobham',
  phone: '+44 (0)20 7946 0018',
  email: 'Ada@Example.com',
  gender: 'FEMALE',
  birthday: '1815-12-10',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((number) => [`custom${number}`, `value ${number}`])),
};

const shown = Object.keys(everything).join(' ');

describe('createLoyaltyUser', () => {
  test('stores every field as given, with an empty card', async () => {
    const { data } = await mutate(
      'createLoyaltyUser',
      { card: card.id, ...everything },
      `id: userId url stamps points voidedAt ${shown}`,
    );

    const { id } = data.result;
    expect(id).toMatch(/^usr_[0-9a-z]{16}$/);
    expect(data.result).toEqual({
      ...everything,
      id,
      url: `${app.url}/l/${card.code}/${id}`,
      stamps: 0,
      points: 0,
      voidedAt: null,
    });
    const found = await client.graphql(`{ loyaltyUser(card: "${card.id}", user: "${id}") { ${shown} } }`);
    expect(found.data.loyaltyUser).toEqual(everything);
  });

  test('requires no fields and makes a new person each time', async () => {
    const create = () => mutate('createLoyaltyUser', { card: card.id, email: 'same@example.com' });

    expect((await mutate('createLoyaltyUser', { card: card.id })).codes).toEqual([]);
    expect((await create()).data.result.id).not.toBe((await create()).data.result.id);
  });

  test.each([
    { email: 'nobody' },
    { firstName: 'a'.repeat(101) },
    { zip: '1'.repeat(21) },
    { phone: '1'.repeat(51) },
    { custom8: 'a'.repeat(256) },
    { birthday: '2026-02-30' },
    { birthday: '01.02.2026' },
    { gender: 'OTHER' },
  ])('refuses %j', async (given) => {
    const { codes, errors } = await mutate('createLoyaltyUser', { card: card.id, ...given });

    expect(codes).toEqual(['INVALID_INPUT']);
    expect(errors[0]?.extensions.field).toBe(Object.keys(given)[0]);
  });
});

describe('createLoyaltyUsers', () => {
  test('stores 1,000 users in order and records an event for each', async () => {
    const own = await makeCard(app.database, client.owner);
    const users = Array.from({ length: 1000 }, (_, index) => ({
      firstName: `Ada ${index}`,
      email: `ada${index}@x.org`,
    }));

    const { data } = await mutate('createLoyaltyUsers', { card: own.id, users }, 'id firstName email');

    expect(data.result.map(({ id: _, ...user }: { id: string }) => user)).toEqual(users);
    expect(new Set(data.result.map(({ id }: { id: string }) => id)).size).toBe(1000);
    const events = await eventsOf(app.database, { campaignId: own.id });
    expect(events.map(({ data }) => data.firstName)).toEqual(users.map(({ firstName }) => firstName));
    const search = `{ searchLoyaltyUsers(card: "${own.id}", search: "ada") { id } }`;
    expect((await client.graphql(search)).data.searchLoyaltyUsers).toHaveLength(100);
  });

  test('names the index and field of one invalid user among 1,000 and changes nothing', async () => {
    const own = await makeCard(app.database, client.owner);
    const users = Array.from({ length: 1000 }, (_, index) => ({
      email: index === 617 ? 'nobody' : `ada${index}@x.org`,
    }));

    const { codes, errors } = await mutate('createLoyaltyUsers', { card: own.id, users });

    expect(codes).toEqual(['INVALID_INPUT']);
    expect(errors[0]?.extensions).toMatchObject({
      field: 'users.617.email',
      inputErrors: [{ field: 'users.617.email', kind: 'invalid' }],
    });
    expect(await app.database.rows('SELECT 1 FROM loyalty_members WHERE card_id = ?', [own.id])).toEqual([]);
  });

  test.each([0, 1001])('refuses %i users', async (length) => {
    const { codes } = await mutate('createLoyaltyUsers', { card: card.id, users: Array.from({ length }, () => ({})) });

    expect(codes).toEqual(['INVALID_INPUT']);
  });
});

describe('createLoyaltyPerson and linkLoyaltyUser', () => {
  const password = 'open sesame';

  test('make a person with a password and link it to cards', async () => {
    const { data } = await mutate('createLoyaltyPerson', { ...everything, password }, `id ${shown}`);
    const { id, ...person } = data.result;
    const linked = await mutate('linkLoyaltyUser', { card: card.id, user: id }, `id: userId stamps ${shown}`);
    const again = await mutate('linkLoyaltyUser', { card: card.id, user: id });

    expect(person).toEqual(everything);
    expect(linked.data.result).toEqual({ id, stamps: 0, ...everything });
    expect(again.codes).toEqual(['USER_ALREADY_LINKED']);
    const [stored] = await app.database.rows<{ hash: string }>(
      'SELECT password_hash AS hash FROM loyalty_persons WHERE id = ?',
      [id],
    );
    expect(stored?.hash).toMatch(/^\$argon2id\$/);
    expect(await isPassword(password, stored?.hash ?? '')).toBe(true);
    expect(JSON.stringify(await eventsOf(app.database, { campaignId: card.id }))).not.toContain('argon2');
  });

  test.each([
    { given: { email: 'ada@example.com' }, field: 'password' },
    { given: { password }, field: 'email' },
    { given: { email: 'ada@example.com', password: '1234567' }, field: 'password' },
    { given: { email: 'ada@example.com', password: '1'.repeat(129) }, field: 'password' },
  ])('refuse a person without $field', async ({ given, field }) => {
    const { codes, errors } = await mutate('createLoyaltyPerson', given);

    expect(codes).toEqual(['INVALID_INPUT']);
    expect(errors[0]?.extensions.field).toBe(field);
  });
});

describe('updateLoyaltyUser', () => {
  test('keeps omitted fields and clears null ones', async () => {
    const { id } = await makeUser(app.database, client.owner, {
      card,
      firstName: 'Ada',
      lastName: 'Byron',
      city: 'London',
    });

    const { data } = await mutate(
      'updateLoyaltyUser',
      { card: card.id, user: id, lastName: 'Lovelace', city: null },
      shown,
    );

    expect(data.result).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', city: null });
  });

  test('records an event for every card of the person', async () => {
    const [one, other] = [await makeCard(app.database, client.owner), await makeCard(app.database, client.owner)];
    const { id: user } = await makeUser(app.database, client.owner, { card: one });
    await mutate('linkLoyaltyUser', { card: other.id, user });

    await mutate('updateLoyaltyUser', { card: one.id, user, lastName: 'Lovelace' });

    expect(await eventTypesOf(app.database, { campaignId: one.id })).toEqual([
      'loyalty_user_created',
      'loyalty_user_updated',
    ]);
    expect(await eventTypesOf(app.database, { campaignId: other.id })).toEqual([
      'loyalty_user_linked',
      'loyalty_user_updated',
    ]);
  });
});

test('voidLoyaltyUser keeps the balance of the user and works once', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  await call(client, 'addStamps', user, { amount: 3 });

  const name = { card: card.id, user: user.id };
  const voided = await mutate('voidLoyaltyUser', name, 'stamps voidedAt');
  const again = await mutate('voidLoyaltyUser', name);

  expect(voided.data.result).toEqual({ stamps: 3, voidedAt: expect.any(String) });
  expect(again.codes).toEqual(['LOYALTY_USER_ALREADY_VOIDED']);
});

describe('deleteLoyaltyUser', () => {
  test('returns the user as it was and removes the person with its last card', async () => {
    await makeReward(app.database, card);
    const other = await makeCard(app.database, client.owner);
    const user = await makeUser(app.database, client.owner, { card, lastName: 'Lovelace' });
    await mutate('linkLoyaltyUser', { card: other.id, user: user.id });
    await call(client, 'addStamps', user, { amount: 7 });
    expect(await ledgerOf(client, user)).toHaveLength(2);

    const first = await call(client, 'deleteLoyaltyUser', user);
    const persons = await rowsOf('loyalty_persons', 'id', user.id);
    const second = await call(client, 'deleteLoyaltyUser', { ...user, cardId: other.id });

    expect(first.user).toMatchObject({ stamps: 2, rewards: { length: 1 } });
    expect([persons, await rowsOf('loyalty_persons', 'id', user.id)]).toEqual([1, 0]);
    expect(second.codes).toEqual([]);
    for (const table of ['ledger_entries', 'earned_rewards', 'loyalty_search_keys'])
      expect(await rowsOf(table, 'member', user.number)).toBe(0);
    expect((await call(client, 'addStamps', user, { amount: 1 })).codes).toEqual(['LOYALTY_USER_NOT_FOUND']);
  });
});

function mutate(name: string, input: object, selection = 'id') {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return client.graphql(`mutation ($input: ${type}!) { result: ${name}(input: $input) { ${selection} } }`, { input });
}

async function rowsOf(table: string, column: string, value: string | number): Promise<number> {
  return (await app.database.rows(`SELECT 1 FROM ${table} WHERE ${column} = ?`, [value])).length;
}
