import { beforeAll, describe, expect, test } from 'vitest';
import { verifyLedgers } from '../../../src/loyalty/balance/ledger-audit.ts';
import type { LoyaltyCard } from '../../../src/loyalty/card/card.ts';
import type { LoyaltyUser } from '../../../src/loyalty/user/loyalty-member.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { balanceOf, call, ledgerOf } from '../calls.ts';

const app = useApp();
let client: Client;
let card: LoyaltyCard;

beforeAll(async () => {
  client = await app.client();
  card = await cardWith();
});

/** Makes a card of ten stamps with rewards at 3, 6 and 10. */
async function cardWith(given: Parameters<typeof makeCard>[2] = {}): Promise<LoyaltyCard> {
  const made = await makeCard(app.database, client.owner, { stampsRequired: 10, ...given });
  await makeReward(app.database, made, { stamps: 3, name: 'Coffee' });
  await makeReward(app.database, made, { stamps: 6, name: 'Cake' });
  await makeReward(app.database, made, { name: 'Bread' });
  return made;
}

async function namesOf(user: LoyaltyUser): Promise<string[]> {
  const { data } = await client.graphql(
    `{ loyaltyUser(card: "${user.cardId}", user: "${user.id}") { rewards { name } } }`,
  );
  return data.loyaltyUser.rewards.map(({ name }: { name: string }) => name).sort();
}

const disagreements = async () =>
  (await verifyLedgers(app.database)).disagreements.filter((found) => found.card === card.id);

test('25 stamps in one call earn every milestone of two cards, and the first one of the third', async () => {
  const user = await makeUser(app.database, client.owner, { card });

  const { user: after } = await call(client, 'addStamps', user, { amount: 25 });

  expect(after).toMatchObject({ stamps: 5 });
  expect(await balanceOf(client, user, 'filledCards')).toMatchObject({ filledCards: 2 });
  expect(await namesOf(user)).toEqual(['Bread', 'Bread', 'Cake', 'Cake', 'Coffee', 'Coffee', 'Coffee']);
  expect((await ledgerOf(client, user)).map(({ reason, delta, balance }) => [reason, delta, balance])).toEqual([
    ['STAMPS_ADDED', 25, 25],
    ['REWARD_EARNED', 0, 25],
    ['REWARD_EARNED', 0, 25],
    ['REWARD_EARNED', -10, 15],
    ['REWARD_EARNED', 0, 15],
    ['REWARD_EARNED', 0, 15],
    ['REWARD_EARNED', -10, 5],
    ['REWARD_EARNED', 0, 5],
  ]);
  expect(await disagreements()).toEqual([]);
});

test('stamps that come one by one earn the same as in one call', async () => {
  const user = await makeUser(app.database, client.owner, { card });

  const earned: number[] = [];
  for (let number = 1; number <= 13; number += 1) {
    const { user: after } = await call(client, 'addStamps', user, { amount: 1 });
    earned.push(after?.rewards.length ?? 0);
  }

  expect(earned).toEqual([0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4]);
});

test('stamps of a milestone can be taken back only after its reward, and then earn it again', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  await call(client, 'addStamps', user, { amount: 4 });
  const [added, earned] = await ledgerOf(client, user);
  const remove = (amount: number) => call(client, 'adjustLoyaltyBalance', user, { action: 'REMOVE_STAMPS', amount });
  const reverse = (entry?: string) => call(client, 'reverseLedgerEntry', user, { entry });

  expect((await reverse(added?.id)).codes).toEqual(['BALANCE_TOO_LOW']);
  expect((await remove(2)).codes).toEqual(['BALANCE_TOO_LOW']);
  expect((await remove(1)).user).toMatchObject({ stamps: 3, rewards: [{}] });
  expect((await call(client, 'addStamps', user, { amount: 1 })).user?.rewards).toHaveLength(1);
  expect((await reverse(earned?.id)).user).toMatchObject({ stamps: 4, rewards: [] });
  expect((await remove(2)).user).toMatchObject({ stamps: 2, rewards: [] });
  expect((await call(client, 'addStamps', user, { amount: 1 })).user).toMatchObject({ stamps: 3, rewards: [{}] });
  expect(await disagreements()).toEqual([]);
});

test('a full card that is taken back and filled again earns each milestone once', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  await call(client, 'addStamps', user, { amount: 14 });
  const full = (await ledgerOf(client, user)).find(({ delta }) => delta === -10);

  const { user: open } = await call(client, 'reverseLedgerEntry', user, { entry: full?.id });
  const { user: filled } = await call(client, 'addStamps', user, { amount: 1 });

  expect(open).toMatchObject({ stamps: 14 });
  expect(filled).toMatchObject({ stamps: 5 });
  expect(await namesOf(user)).toEqual(['Bread', 'Cake', 'Coffee', 'Coffee']);
  expect(await balanceOf(client, user, 'filledCards')).toMatchObject({ filledCards: 1 });
  expect(await disagreements()).toEqual([]);
});

test('a new milestone is not earned by stamps that were on the card before', async () => {
  const own = await makeCard(app.database, client.owner, { stampsRequired: 5 });
  await makeReward(app.database, own, { name: 'Bread' });
  const user = await makeUser(app.database, client.owner, { card: own });
  await call(client, 'addStamps', user, { amount: 3 });
  await makeReward(app.database, own, { stamps: 2, name: 'Coffee' });

  await call(client, 'addStamps', user, { amount: 1 });
  const onThisCard = await namesOf(user);
  await call(client, 'addStamps', user, { amount: 3 });

  expect([onThisCard, await namesOf(user)]).toEqual([[], ['Bread', 'Coffee']]);
});

test('without a reward for the full card, a milestone is earned once', async () => {
  const own = await makeCard(app.database, client.owner, { stampsRequired: 5 });
  await makeReward(app.database, own, { stamps: 2 });
  const user = await makeUser(app.database, client.owner, { card: own });

  await call(client, 'addStamps', user, { amount: 6 });
  const { user: after } = await call(client, 'addStamps', user, { amount: 6 });

  expect(after).toMatchObject({ stamps: 12, rewards: [{}] });
});

test.each([
  {
    medium: 'WEB' as const,
    types: ['loyalty_stamps_added', 'loyalty_reward_earned', 'loyalty_complete'],
    deltas: [[14], [0, 0, 0], [-10]],
  },
  {
    medium: 'WALLET' as const,
    types: ['loyalty_stamps_added', 'loyalty_reward_earned'],
    deltas: [[14], [0, 0, -10, 0]],
  },
])('events of a $medium card tell milestones and full cards', async ({ medium, types, deltas }) => {
  const own = await cardWith({ medium });
  const user = await makeUser(app.database, client.owner, { card: own });

  await call(client, 'addStamps', user, { amount: 14 });

  const events = (await eventsOf(app.database, { campaignId: own.id })).slice(1);
  expect(events.map(({ type }) => type)).toEqual(types);
  expect(events.map(({ data }) => data.entries.map(({ delta }: { delta: number }) => delta))).toEqual(deltas);
});

describe('the rewards of a card', () => {
  const create = (id: string, stamps?: number | null) =>
    mutate('createReward', { card: id, unit: 'STAMPS', name: 'A loaf', ...(stamps !== undefined && { stamps }) });

  test('have different numbers of stamps, up to the full card', async () => {
    const { id } = await makeCard(app.database, client.owner, { stampsRequired: 10 });

    const made = [await create(id, 3), await create(id, 10)];
    const again = [await create(id, 3), await create(id), await create(id, 10)];

    expect(made.map(({ data }) => data.result.cost)).toEqual([3, 10]);
    expect(again.map(({ codes }) => codes)).toEqual(Array(3).fill(['STAMP_REWARD_EXISTS']));
  });

  test.each([11, 0, -3, 1001])('cannot be at %i of 10 stamps', async (stamps) => {
    const { id } = await makeCard(app.database, client.owner, { stampsRequired: 10 });
    const reward = (await create(id, 3)).data.result;

    const refused = [await create(id, stamps), await mutate('updateReward', { id: reward.id, stamps })];

    for (const { errors } of refused)
      expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'stamps' });
    const { data } = await client.graphql(`{ loyaltyCard(id: "${id}") { rewards { cost } } }`);
    expect(data.loyaltyCard.rewards).toEqual([{ cost: 3 }]);
  });

  test('for points have no number of stamps', async () => {
    const { id } = await makeCard(app.database, client.owner);
    const other = await makeCard(app.database, client.owner);
    const point = await makeReward(app.database, other, { points: 5 });

    const refused = [
      await mutate('createReward', { card: id, unit: 'POINTS', name: 'A loaf', points: 5, stamps: 3 }),
      await mutate('updateReward', { id: point.id, stamps: 3 }),
    ];

    for (const { errors } of refused)
      expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'stamps' });
  });

  test('move with updateReward, but not to a number that is taken', async () => {
    const { id } = await makeCard(app.database, client.owner, { stampsRequired: 10 });
    const [three, full] = [(await create(id, 3)).data.result, (await create(id)).data.result];

    const moved = await mutate('updateReward', { id: three.id, stamps: 4 });
    const unchanged = await mutate('updateReward', { id: three.id, stamps: null });
    const taken = await mutate('updateReward', { id: three.id, stamps: 10 });
    const freed = await mutate('updateReward', { id: full.id, stamps: 9 });

    expect([moved, unchanged, freed].map(({ data }) => data.result.cost)).toEqual([4, 4, 9]);
    expect(taken.codes).toEqual(['STAMP_REWARD_EXISTS']);
  });

  test('stay below the full card', async () => {
    const { id } = await makeCard(app.database, client.owner, { stampsRequired: 10 });
    await create(id, 6);
    await create(id);
    const update = (stampsRequired: number) =>
      mutate('updateLoyaltyCard', { id, stampsRequired }, 'stampsRequired rewards { cost }');

    const refused = await update(6);
    const smaller = await update(7);

    expect(refused.errors[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'stampsRequired' });
    expect(smaller.data.result).toEqual({ stampsRequired: 7, rewards: [{ cost: 6 }, { cost: 7 }] });
  });

  test('are copied with the card', async () => {
    const { data } = await mutate('copyLoyaltyCard', { id: card.id }, 'rewards { name cost }');

    expect(data.result.rewards).toEqual([
      { name: 'Coffee', cost: 3 },
      { name: 'Cake', cost: 6 },
      { name: 'Bread', cost: 10 },
    ]);
  });
});

function mutate(name: string, input: object, selection = 'id cost') {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return client.graphql(`mutation ($input: ${type}!) { result: ${name}(input: $input) { ${selection} } }`, { input });
}
