import { beforeAll, expect, test } from 'vitest';
import type { LoyaltyCard } from '../../../src/loyalty/card/card.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { balanceOf, call, ledgerOf } from '../calls.ts';

const app = useApp();
let client: Client;
let card: LoyaltyCard;

beforeAll(async () => {
  client = await app.client();
  card = await makeCard(app.database, client.owner, { stampsRequired: 10 });
  await makeReward(app.database, card);
});

test('an entry can be reversed once, and later entries stay', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  for (const amount of [3, 4]) await call(client, 'addStamps', user, { amount });
  const [first] = await ledgerOf(client, user);

  const reversed = await call(client, 'reverseLedgerEntry', user, { entry: first?.id });
  const again = await call(client, 'reverseLedgerEntry', user, { entry: first?.id });

  expect(reversed.user).toMatchObject({ stamps: 4 });
  expect(again.codes).toEqual(['LEDGER_ENTRY_ALREADY_REVERSED']);
  expect(await ledgerOf(client, user)).toMatchObject([
    { delta: 3, balance: 3 },
    { delta: 4, balance: 7 },
    { delta: -3, balance: 4, reason: 'REVERSED' },
  ]);
});

test('an entry names the entry that reversed it', async () => {
  const { cardId, id } = await makeUser(app.database, client.owner, { card });
  await call(client, 'addStamps', { cardId, id }, { amount: 3 });
  const [added] = await ledgerOf(client, { cardId, id });
  await call(client, 'reverseLedgerEntry', { cardId, id }, { entry: added?.id });

  const { data } = await client.graphql(
    `{ loyaltyUser(card: "${cardId}", user: "${id}") { ledger { nodes { id reverses reversedBy } } } }`,
  );

  const [reversal, entry] = data.loyaltyUser.ledger.nodes;
  expect(entry).toEqual({ id: added?.id, reverses: null, reversedBy: reversal.id });
  expect(reversal).toMatchObject({ reverses: added?.id, reversedBy: null });
});

test('a reversal restores removed stamps without earning a reward', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  await call(client, 'addStamps', user, { amount: 9 });
  await call(client, 'adjustLoyaltyBalance', user, { action: 'REMOVE_STAMPS', amount: 5 });
  await call(client, 'addStamps', user, { amount: 5 });
  const [, removed] = await ledgerOf(client, user);

  const { user: after } = await call(client, 'reverseLedgerEntry', user, { entry: removed?.id });

  expect(after).toMatchObject({ stamps: 14, rewards: [] });
});

test('a reversal of stamps that became a reward also removes the reward', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  await call(client, 'addStamps', user, { amount: 12 });
  const [added, earned] = await ledgerOf(client, user);

  const tooEarly = await call(client, 'reverseLedgerEntry', user, { entry: added?.id });
  const withdrawn = await call(client, 'reverseLedgerEntry', user, { entry: earned?.id });
  const empty = await call(client, 'reverseLedgerEntry', user, { entry: added?.id });

  expect(tooEarly.codes).toEqual(['BALANCE_TOO_LOW']);
  expect(withdrawn.user).toMatchObject({ stamps: 12, rewards: [] });
  expect(empty.user).toMatchObject({ stamps: 0, rewards: [] });
});

test('a used reward cannot be removed unless its use is reversed first', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  const { user: full } = await call(client, 'addStamps', user, { amount: 10 });
  const rewards = full?.rewards.map(({ id }) => id);
  await call(client, 'useRewards', user, { rewards });
  const [, earned, used] = await ledgerOf(client, user);

  const refused = await call(client, 'reverseLedgerEntry', user, { entry: earned?.id });
  const unused = await call(client, 'reverseLedgerEntry', user, { entry: used?.id });
  const withdrawn = await call(client, 'reverseLedgerEntry', user, { entry: earned?.id });

  expect(refused.codes).toEqual(['REWARD_NOT_USABLE']);
  expect(unused.user?.rewards).toMatchObject([{ usable: true, usedAt: null }]);
  expect(withdrawn.user).toMatchObject({ stamps: 10, rewards: [] });
  expect((await call(client, 'useRewards', user, { rewards })).codes).toEqual(['REWARD_NOT_FOUND']);
});

test('a reversal restores redeemed points while the reward is unused', async () => {
  const cake = await makeReward(app.database, card, { points: 30 });
  const user = await makeUser(app.database, client.owner, { card });
  await call(client, 'adjustLoyaltyBalance', user, { action: 'ADD_POINTS', amount: 50 });
  await call(client, 'redeemPoints', user, { reward: cake.id });
  const [, redeemed] = await ledgerOf(client, user);

  const { user: after } = await call(client, 'reverseLedgerEntry', user, { entry: redeemed?.id });

  expect(after).toMatchObject({ points: 50, rewards: [] });
});

test('a reversal cannot be reversed', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  await call(client, 'addStamps', user, { amount: 1 });
  const [added] = await ledgerOf(client, user);
  await call(client, 'reverseLedgerEntry', user, { entry: added?.id });
  const [, reversal] = await ledgerOf(client, user);

  const { codes } = await call(client, 'reverseLedgerEntry', user, { entry: reversal?.id });

  expect(codes).toEqual(['LEDGER_ENTRY_NOT_REVERSIBLE']);
});

test('a reversal does not find an entry of another user', async () => {
  const [one, other] = [
    await makeUser(app.database, client.owner, { card }),
    await makeUser(app.database, client.owner, { card }),
  ];
  await call(client, 'addStamps', one, { amount: 5 });
  await call(client, 'addStamps', other, { amount: 5 });
  const [entry] = await ledgerOf(client, one);

  const { codes } = await call(client, 'reverseLedgerEntry', other, { entry: entry?.id });

  expect(codes).toEqual(['LEDGER_ENTRY_NOT_FOUND']);
  expect(await balanceOf(client, other)).toMatchObject({ stamps: 5 });
});
