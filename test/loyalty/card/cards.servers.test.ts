import { beforeAll, describe, expect, test } from 'vitest';
import { addAccount } from '../../../src/accounts/account/account.ts';
import { findRows, insertRows } from '../../../src/kernel/database/rows.ts';
import { jobs } from '../../../src/kernel/jobs/job.ts';
import { type LoyaltyReward, loyaltyRewards, rewardsFor } from '../../../src/loyalty/reward/reward.ts';
import { handlers } from '../../../src/main/registries/job-handlers.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventTypesOf } from '../../support/events.ts';
import { change, makeCard, makeReward, makeUser, makeUsers } from '../../support/make-loyalty.ts';

const app = useApp();
let client: Client;

beforeAll(async () => {
  client = await app.client();
});

const fields = {
  name: 'Coffee card',
  domain: 'bakery.example',
  stampsRequired: 8,
  title: 'The ninth is free',
  description: 'For coffee of all sizes.',
  backgroundColor: '#331100',
  textColor: '#FFFFFF',
  logoUrl: 'https://bakery.example/logo.png',
};
const shown = `id code type medium active url ${Object.keys(fields).join(' ')} rewards { name unit cost validDays }`;

describe('createLoyaltyCard', () => {
  test('stores every field', async () => {
    const { data } = await mutate('createLoyaltyCard', { type: 'STAMP', medium: 'WALLET', ...fields }, shown);

    const { id, code } = data.result;
    expect(id).toMatch(/^loy_[0-9a-z]{12}$/);
    expect(data.result).toEqual({
      ...fields,
      id,
      code: expect.stringMatching(/^[0-9a-z]{8}$/),
      type: 'STAMP',
      medium: 'WALLET',
      active: true,
      url: `${app.url}/l/${code}`,
      rewards: [],
    });
    expect((await client.graphql(`{ loyaltyCard(id: "${id}") { ${shown} } }`)).data.loyaltyCard).toEqual(data.result);
  });

  test('takes the domain of the account by default', async () => {
    const account = await app.database.transaction((transaction) =>
      addAccount(transaction, { name: 'Bakery', domain: 'own.example' }),
    );
    const own = await app.client({ account });

    const { data } = await mutate(
      'createLoyaltyCard',
      { name: 'Club', type: 'MEMBERSHIP' },
      'domain stampsRequired',
      own,
    );

    expect(data.result).toEqual({ domain: 'own.example', stampsRequired: null });
  });

  test.each([
    { given: { type: 'STAMP' }, field: 'stampsRequired' },
    { given: { type: 'MEMBERSHIP', stampsRequired: 5 }, field: 'stampsRequired' },
    { given: { type: 'STAMP', stampsRequired: 0 }, field: 'stampsRequired' },
    { given: { type: 'MEMBERSHIP', name: 'a'.repeat(51) }, field: 'name' },
    { given: { type: 'MEMBERSHIP', backgroundColor: 'red' }, field: 'backgroundColor' },
    { given: { type: 'MEMBERSHIP', logoUrl: 'javascript:alert(1)' }, field: 'logoUrl' },
  ])('refuses $given', async ({ given, field }) => {
    const { codes, errors } = await mutate('createLoyaltyCard', { name: 'Card', ...given });

    expect(codes).toEqual(['INVALID_INPUT']);
    expect(errors[0]?.extensions.field).toBe(field);
  });
});

describe('updateLoyaltyCard', () => {
  test('keeps omitted fields', async () => {
    const { id } = await makeCard(app.database, client.owner, { ...fields });

    const { data } = await mutate('updateLoyaltyCard', { id, active: false, title: null }, shown);

    expect(data.result).toMatchObject({ ...fields, title: null, active: false });
    expect(await eventTypesOf(app.database, { campaignId: id })).toEqual(['loyalty_card_updated']);
  });

  test('refuses a number of stamps on a membership card', async () => {
    const { id } = await makeCard(app.database, client.owner, { type: 'MEMBERSHIP' });

    expect((await mutate('updateLoyaltyCard', { id, stampsRequired: 5 })).codes).toEqual(['NOT_A_STAMP_CARD']);
  });
});

test('loyaltyCards lists the cards of the account, newest first, or only those in use', async () => {
  const own = await app.client();
  await makeCard(app.database, own.owner, { name: 'Old', createdAt: '2026-01-01 00:00:00.000' });
  await makeCard(app.database, own.owner, { name: 'Unused', active: false, createdAt: '2026-01-02 00:00:00.000' });
  await makeCard(app.database, own.owner, { name: 'New', createdAt: '2026-01-03 00:00:00.000' });
  await makeCard(app.database, own.owner, { name: 'Deleted', deletedAt: '2026-01-03 00:00:00.000' });
  const names = async (filter: string) => {
    const { data } = await own.graphql(`{ loyaltyCards(${filter}) { nodes { name } } }`);
    return data.loyaltyCards.nodes.map(({ name }: { name: string }) => name);
  };

  expect(await names('first: 10')).toEqual(['New', 'Unused', 'Old']);
  expect(await names('filter: { active: true }')).toEqual(['New', 'Old']);
  expect(await names('filter: { active: false }')).toEqual(['Unused']);
});

test('a copy has the design and the rewards of its card, in their order, and no users', async () => {
  const card = await makeCard(app.database, client.owner, { ...fields });
  await makeReward(app.database, card, { validDays: 30 });
  for (const points of [80, 20, 70, 30]) await makeReward(app.database, card, { points });
  const retired = await makeReward(app.database, card, { points: 90 });
  await mutate('retireReward', { id: retired.id });
  await makeUser(app.database, client.owner, { card });

  const { data: named } = await mutate('copyLoyaltyCard', { id: card.id, name: 'Tea card' }, shown);
  const { data: unnamed } = await mutate('copyLoyaltyCard', { id: card.id }, shown);

  const { rewards, ...looks } = named.result;
  expect(looks).toMatchObject({ ...fields, name: 'Tea card' });
  expect(rewards).toMatchObject([
    { unit: 'STAMPS', cost: 8, validDays: 30 },
    ...[80, 20, 70, 30].map((cost) => ({ unit: 'POINTS', cost })),
  ]);
  expect(unnamed.result.name).toBe('Coffee card');
  expect(new Set([card.code, named.result.code, unnamed.result.code]).size).toBe(3);
  const users = `{ loyaltyUsers(card: "${named.result.id}") { nodes { id } } }`;
  expect((await client.graphql(users)).data.loyaltyUsers.nodes).toEqual([]);
  expect((await mutate('copyLoyaltyCard', { id: card.id, name: 'a'.repeat(51) })).codes).toEqual(['INVALID_INPUT']);
});

test('a card without rewards can be copied, and one with thousands', async () => {
  const bare = await makeCard(app.database, client.owner, { type: 'MEMBERSHIP' });
  const rich = await makeCard(app.database, client.owner, { type: 'MEMBERSHIP' });
  const reward = await makeReward(app.database, rich, { points: 1 });
  const others = rewardsFor(rich, Array<LoyaltyReward>(6999).fill(reward));
  await app.database.transaction((transaction) => insertRows(transaction, loyaltyRewards, others));

  const copies = [
    await mutate('copyLoyaltyCard', { id: bare.id }, 'rewards { id }'),
    await mutate('copyLoyaltyCard', { id: rich.id }, 'rewards { id }'),
  ];

  expect(copies.map(({ data }) => data.result.rewards.length)).toEqual([0, 7000]);
});

describe('rewards', () => {
  test('a stamp card has one reward for stamps, and can get another one after that is retired', async () => {
    const card = await makeCard(app.database, client.owner, { stampsRequired: 6 });
    const create = () => mutate('createReward', { card: card.id, unit: 'STAMPS', name: 'A loaf' }, 'id unit cost');

    const first = await create();
    const second = await create();
    await mutate('retireReward', { id: first.data.result.id });
    const third = await create();

    expect(first.data.result).toMatchObject({ unit: 'STAMPS', cost: 6 });
    expect(second.codes).toEqual(['STAMP_REWARD_EXISTS']);
    expect(third.codes).toEqual([]);
    expect((await mutate('retireReward', { id: first.data.result.id })).codes).toEqual(['REWARD_ALREADY_RETIRED']);
  });

  test('a membership card has rewards for points only', async () => {
    const card = await makeCard(app.database, client.owner, { type: 'MEMBERSHIP' });

    const stamps = await mutate('createReward', { card: card.id, unit: 'STAMPS', name: 'A loaf' });
    const points = await mutate('createReward', { card: card.id, unit: 'POINTS', points: 5, name: 'A loaf' }, 'cost');

    expect(stamps.codes).toEqual(['NOT_A_STAMP_CARD']);
    expect(points.data.result).toEqual({ cost: 5 });
  });

  test.each([{ unit: 'POINTS' }, { unit: 'STAMPS', points: 5 }, { unit: 'POINTS', points: 0 }])(
    'refuses %j',
    async (given) => {
      const card = await makeCard(app.database, client.owner);

      const { codes, errors } = await mutate('createReward', { card: card.id, name: 'A loaf', ...given });

      expect(codes).toEqual(['INVALID_INPUT']);
      expect(errors[0]?.extensions.field).toBe('points');
    },
  );

  test('a change of a reward leaves earned rewards unchanged', async () => {
    const card = await makeCard(app.database, client.owner);
    const reward = await makeReward(app.database, card, { points: 5, validDays: 10 });
    const user = await makeUser(app.database, client.owner, { card });
    await change(app.database, client.owner, user, { action: 'ADD', unit: 'POINTS', amount: 50 });
    const before = await change(app.database, client.owner, user, { action: 'REDEEM', reward: reward.id });

    const { data } = await mutate(
      'updateReward',
      { id: reward.id, points: 8, validDays: null, name: 'Cake' },
      'name cost validDays',
    );
    const after = await change(app.database, client.owner, user, { action: 'REDEEM', reward: reward.id });

    expect(data.result).toEqual({ name: 'Cake', cost: 8, validDays: null });
    expect(after.points).toBe(37);
    const expiries = after.rewards?.map(({ expiresAt }) => expiresAt) ?? [];
    expect(expiries).toHaveLength(2);
    expect(expiries).toEqual(expect.arrayContaining([before.rewards?.[0]?.expiresAt, null]));
  });
});

describe('deleteLoyaltyCard', () => {
  test('refuses a card that is in use and has users', async () => {
    const card = await makeCard(app.database, client.owner);
    await makeUser(app.database, client.owner, { card });

    expect((await mutate('deleteLoyaltyCard', { id: card.id })).codes).toEqual(['LOYALTY_CARD_HAS_USERS']);
  });

  test('removes the card with its users at once, and a job removes them from the database', async () => {
    const card = await makeCard(app.database, client.owner, { active: false, stampsRequired: 5 });
    const other = await makeCard(app.database, client.owner);
    await makeReward(app.database, card);
    const [user] = await makeUsers(
      app.database,
      client.owner,
      card,
      Array.from({ length: 1100 }, () => ({ firstName: 'Ada' })),
    );
    if (!user) throw new Error('no user was made');
    await mutate('linkLoyaltyUser', { card: other.id, user: user.id });
    await change(app.database, client.owner, user, { action: 'ADD', unit: 'STAMPS', amount: 6 });

    const { codes } = await mutate('deleteLoyaltyCard', { id: card.id });

    expect(codes).toEqual([]);
    const found = await client.graphql(`{ loyaltyUser(card: "${card.id}", user: "${user.id}") { id } }`);
    expect(found.codes).toEqual(['LOYALTY_CARD_NOT_FOUND']);
    const all = await findRows(app.database, jobs, { kind: 'purgeLoyaltyCard' });
    const job = all.find(({ input }) => input.includes(card.id));
    if (!job) throw new Error('there is no job');
    while (!(await handlers.purgeLoyaltyCard?.(app.database, job))) {
      // Each call runs one step.
    }
    for (const [table, column] of [
      ['loyalty_cards', 'id'],
      ['loyalty_rewards', 'card_id'],
      ['loyalty_members', 'card_id'],
      ['loyalty_search_keys', 'card_id'],
    ])
      expect(await app.database.rows(`SELECT 1 FROM ${table} WHERE ${column} = ?`, [card.id])).toEqual([]);
    const kept = await app.database.rows(
      'SELECT p.id FROM loyalty_persons p WHERE p.account_id = ? AND p.first_name = ?',
      [client.owner.account.id, 'Ada'],
    );
    expect(kept, 'a person with another card remains').toEqual([{ id: user.id }]);
  });
});

function mutate(name: string, input: object, selection = 'id', as = client) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return as.graphql(`mutation ($input: ${type}!) { result: ${name}(input: $input) { ${selection} } }`, { input });
}
