import { beforeAll, expect, test } from 'vitest';
import type { LoyaltyCard } from '../../../src/loyalty/card/card.ts';
import type { LoyaltyReward } from '../../../src/loyalty/reward/reward.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { makeLocation } from '../../support/make-locations.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { balanceOf, call, type Shown } from '../calls.ts';

const app = useApp();
let client: Client;
let card: LoyaltyCard;
let loaf: LoyaltyReward;

beforeAll(async () => {
  client = await app.client();
  card = await makeCard(app.database, client.owner, { stampsRequired: 10 });
  loaf = await makeReward(app.database, card, { validDays: 30 });
});

test.each([
  { given: [3], stamps: 3, rewards: 0 },
  { given: [9, 1], stamps: 0, rewards: 1 },
  { given: [10], stamps: 0, rewards: 1 },
  { given: [4, 8], stamps: 2, rewards: 1 },
  { given: [35], stamps: 5, rewards: 3 },
  { given: [7, 7, 7, 7], stamps: 8, rewards: 2 },
])('stamps $given on a card of ten leave $stamps and earn $rewards rewards', async ({ given, stamps, rewards }) => {
  const user = await makeUser(app.database, client.owner, { card });

  let answer: Shown | undefined;
  for (const amount of given) answer = (await call(client, 'addStamps', user, { amount })).user;

  expect(answer).toMatchObject({ stamps, rewards: Array.from({ length: rewards }, () => ({ rewardId: loaf.id })) });
  expect(await balanceOf(client, user)).toEqual(answer);
});

test('a page of a ledger has at most 1,000 entries', async () => {
  const { cardId, id } = await makeUser(app.database, client.owner, { card });

  const { errors } = await client.graphql(
    'query ($card: ID!, $user: ID!) { loyaltyUser(card: $card, user: $user) { ledger(first: 1001) { nodes { id } } } }',
    { card: cardId, user: id },
  );

  expect(errors.map(({ extensions }) => extensions)).toEqual([
    expect.objectContaining({ code: 'INVALID_INPUT', field: 'first' }),
  ]);
});

test('a ledger entry names the change, the balance after it, the reason, the location and the key', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  const location = await makeLocation(app.database, client.owner);

  await call(client, 'addStamps', user, { amount: 12, location: location.id });
  const { user: full } = await call(client, 'adjustLoyaltyBalance', user, { action: 'ADD_POINTS', amount: 50 });
  const reward = full?.rewards[0]?.id;
  await call(client, 'useRewards', user, { rewards: [reward] });

  const { ledger } = await balanceOf(
    client,
    user,
    'ledger { nodes { delta balance unit reason rewardId locationId keyId } }',
  );
  const common = { keyId: client.owner.keyId, locationId: null, rewardId: null };
  expect(ledger?.nodes).toEqual([
    { ...common, delta: 0, balance: 2, unit: 'STAMPS', reason: 'REWARD_USED', rewardId: reward },
    { ...common, delta: 50, balance: 50, unit: 'POINTS', reason: 'POINTS_ADDED' },
    {
      ...common,
      delta: -10,
      balance: 2,
      unit: 'STAMPS',
      reason: 'REWARD_EARNED',
      rewardId: reward,
      locationId: location.id,
    },
    { ...common, delta: 12, balance: 12, unit: 'STAMPS', reason: 'STAMPS_ADDED', locationId: location.id },
  ]);
});

test('a ledger can be read page by page, in both directions', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  for (const amount of [1, 2, 3, 4, 5])
    await call(client, 'adjustLoyaltyBalance', user, { action: 'ADD_POINTS', amount });
  const page = async (given: string) =>
    (
      await balanceOf(
        client,
        user,
        `ledger(${given}) { nodes { delta } pageInfo { startCursor endCursor hasNextPage } }`,
      )
    ).ledger;

  const first = await page('first: 2');
  const second = await page(`first: 2, after: "${first?.pageInfo.endCursor}"`);
  const third = await page(`first: 2, after: "${second?.pageInfo.endCursor}"`);
  const back = await page(`last: 2, before: "${third?.pageInfo.startCursor}"`);

  const deltas = [first, second, third, back].map((part) => part?.nodes.map(({ delta }) => delta));
  expect(deltas).toEqual([[5, 4], [3, 2], [1], [3, 2]]);
  expect([first, second, third].map((part) => part?.pageInfo.hasNextPage)).toEqual([true, true, false]);
});

test.each([
  { action: 'REMOVE_STAMPS', amount: 4 },
  { action: 'REMOVE_POINTS', amount: 1 },
])('$action $amount cannot take a balance below zero', async (input) => {
  const user = await makeUser(app.database, client.owner, { card });
  await call(client, 'addStamps', user, { amount: 3 });

  expect((await call(client, 'adjustLoyaltyBalance', user, input)).codes).toEqual(['BALANCE_TOO_LOW']);
  expect(await balanceOf(client, user)).toMatchObject({ stamps: 3, points: 0 });
});

test('a card without a reward collects stamps, and earns a later reward with the next stamp', async () => {
  const plain = await makeCard(app.database, client.owner, { stampsRequired: 5 });
  const user = await makeUser(app.database, client.owner, { card: plain });
  const { user: collected } = await call(client, 'addStamps', user, { amount: 12 });
  await makeReward(app.database, plain);

  const { user: next } = await call(client, 'addStamps', user, { amount: 1 });

  expect(collected).toMatchObject({ stamps: 12, rewards: [] });
  expect(next).toMatchObject({ stamps: 3, rewards: [{ usable: true }, { usable: true }] });
});

test('points buy a reward, which can be used once', async () => {
  const cake = await makeReward(app.database, card, { points: 80 });
  const user = await makeUser(app.database, client.owner, { card });
  await call(client, 'adjustLoyaltyBalance', user, { action: 'ADD_POINTS', amount: 100 });

  const redeemed = await call(client, 'redeemPoints', user, { reward: cake.id });
  const again = await call(client, 'redeemPoints', user, { reward: cake.id });
  const rewards = redeemed.user?.rewards.map(({ id }) => id);
  const used = await call(client, 'useRewards', user, { rewards });
  const usedAgain = await call(client, 'useRewards', user, { rewards });

  expect(redeemed.user).toMatchObject({ points: 20, rewards: [{ rewardId: cake.id, usable: true, expiresAt: null }] });
  expect(again.codes).toEqual(['BALANCE_TOO_LOW']);
  expect(used.user).toMatchObject({ points: 20, rewards: [{ usable: false, usedAt: expect.any(String) }] });
  expect(usedAgain.codes).toEqual(['REWARD_NOT_USABLE']);
});

test('points buy neither a reward for stamps nor a retired one', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  const retired = await makeReward(app.database, card, { points: 1 });
  await client.graphql(`mutation { retireReward(input: { id: "${retired.id}" }) { retiredAt } }`);
  await call(client, 'adjustLoyaltyBalance', user, { action: 'ADD_POINTS', amount: 100 });

  for (const reward of [loaf.id, retired.id])
    expect((await call(client, 'redeemPoints', user, { reward })).codes).toEqual(['REWARD_NOT_FOUND']);
});

test('a call uses all of its rewards or none', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  const { user: full } = await call(client, 'addStamps', user, { amount: 20 });
  const [one = '', other = ''] = full?.rewards.map(({ id }) => id) ?? [];
  await call(client, 'useRewards', user, { rewards: [one] });

  expect((await call(client, 'useRewards', user, { rewards: [other, one] })).codes).toEqual(['REWARD_NOT_USABLE']);
  expect((await call(client, 'useRewards', user, { rewards: [other, 'rwd_0000000000000000'] })).codes).toEqual([
    'REWARD_NOT_FOUND',
  ]);
  expect((await balanceOf(client, user)).rewards.map(({ usable }) => usable)).toEqual(
    expect.arrayContaining([true, false]),
  );
  expect((await call(client, 'useRewards', user, { rewards: [other, other] })).codes).toEqual([]);
});

test('an expired reward cannot be used', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  const { user: full } = await call(client, 'addStamps', user, { amount: 10 });
  const rewards = full?.rewards.map(({ id }) => id) ?? [];
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE earned_rewards SET expires_at = ? WHERE id = ?', [
      '2026-01-01 00:00:00.000',
      rewards[0] ?? '',
    ]),
  );

  expect((await call(client, 'useRewards', user, { rewards })).codes).toEqual(['REWARD_NOT_USABLE']);
});

test.each([
  ['addStamps', { amount: 1 }],
  ['adjustLoyaltyBalance', { action: 'REMOVE_POINTS', amount: 1 }],
  ['useRewards', { rewards: ['rwd_0000000000000000'] }],
] as const)('%s refuses a user whose card is void', async (operation, input) => {
  const user = await makeUser(app.database, client.owner, { card, voided: true });

  const expected = operation === 'useRewards' ? 'REWARD_NOT_FOUND' : 'LOYALTY_USER_VOIDED';
  expect((await call(client, operation, user, input)).codes).toEqual([expected]);
});

test('a location need not be registered', async () => {
  const user = await makeUser(app.database, client.owner, { card });

  const { codes } = await call(client, 'addStamps', user, { amount: 1, location: 'Branch 7, till 2' });

  const { ledger } = await balanceOf(client, user, 'ledger { nodes { locationId } }');
  expect([codes, ledger?.nodes]).toEqual([[], [{ locationId: 'Branch 7, till 2' }]]);
});

test('a change that exceeds the limit of a balance is refused as invalid input', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE loyalty_members SET points = 999999999 WHERE number = ?', [user.number]),
  );

  const { codes } = await call(client, 'adjustLoyaltyBalance', user, { action: 'ADD_POINTS', amount: 2 });

  expect(codes).toEqual(['INVALID_INPUT']);
});

test.each([
  ['WEB', ['loyalty_user_created', 'loyalty_stamps_added', 'loyalty_complete']],
  ['WALLET', ['loyalty_v3_created', 'loyalty_stamps_added', 'loyalty_reward_earned']],
] as const)('a %s card records events of its kind with its earnings', async (medium, types) => {
  const own = await makeCard(app.database, client.owner, { medium, stampsRequired: 2 });
  await makeReward(app.database, own);
  const user = await makeUser(app.database, client.owner, { card: own });

  await call(client, 'addStamps', user, { amount: 5 });

  const events = await eventsOf(app.database, { campaignId: own.id });
  expect(events.map(({ kind, type }) => `${kind} ${type}`)).toEqual(types.map((type) => `${medium}_LOYALTY ${type}`));
  expect(events[2]?.data).toMatchObject({
    id: user.id,
    stamps: 1,
    rewards: [{ name: 'A loaf' }, { name: 'A loaf' }],
    entries: [{ delta: -2 }, { delta: -2 }],
  });
  expect(events[1]?.data.entries).toMatchObject([{ delta: 5, balance: 5 }]);
});
