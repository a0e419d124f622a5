import { expect, test } from 'vitest';
import { verifyLedgers } from '../../src/loyalty/balance/ledger-audit.ts';
import type { LoyaltyUser } from '../../src/loyalty/user/loyalty-member.ts';
import { balanceOf, call, ledgerOf } from '../loyalty/calls.ts';
import type { Client } from '../support/client.ts';
import { change, makeCard, makeReward, makeUser } from '../support/make-loyalty.ts';
import { useTwoServers } from '../support/processes.ts';
import { atOnce, tally } from './calls.ts';

const cluster = useTwoServers();

test('500 simultaneous additions, removals and uses of rewards of one user add up', async () => {
  const clients = await cluster.clients();
  const [{ owner }] = clients;
  const card = await makeCard(cluster.database, owner, { stampsRequired: 7 });
  await makeReward(cluster.database, card);
  const user = await makeUser(cluster.database, owner, { card });
  const { rewards = [] } = await change(cluster.database, owner, user, { action: 'ADD', unit: 'STAMPS', amount: 70 });

  const outcomes = await atOnce(500, clients, async (client, door, index) => {
    const { operation, input } = [
      { operation: 'addStamps', input: { amount: 1 + (index % 4) } },
      { operation: 'adjustLoyaltyBalance', input: { action: 'ADD_STAMPS', amount: 2 } },
      { operation: 'adjustLoyaltyBalance', input: { action: 'REMOVE_STAMPS', amount: 5 } },
      // There are ten calls for each of the ten rewards.
      { operation: 'useRewards', input: { rewards: [rewards[Math.floor(index / 5) % 10]?.id] } },
      { operation: 'adjustLoyaltyBalance', input: { action: 'REMOVE_POINTS', amount: 1 } },
    ][index % 5] as { operation: string; input: Input };
    const { codes } = door === 'rest' ? await byRest(client, user, input) : await call(client, operation, user, input);
    const [code] = codes;
    return { name: input.action ?? operation, amount: input.amount ?? 0, result: code ?? 'success' };
  });

  const succeeded = outcomes.filter(({ result }) => result === 'success');
  const came = amountOf(succeeded, 'addStamps') + amountOf(succeeded, 'ADD_STAMPS');
  const went = amountOf(succeeded, 'REMOVE_STAMPS');
  const { stamps, points, rewards: held } = await balanceOf(clients[0], user);
  const resultsOf = (name: string) => tally(outcomes.filter((one) => one.name === name).map(({ result }) => result));
  expect(resultsOf('addStamps')).toEqual({ success: 100 });
  expect(resultsOf('ADD_STAMPS')).toEqual({ success: 100 });
  expect(resultsOf('useRewards')).toEqual({ success: 10, REWARD_NOT_USABLE: 90 });
  expect(resultsOf('REMOVE_POINTS')).toEqual({ BALANCE_TOO_LOW: 100 });
  expect(Object.keys(resultsOf('REMOVE_STAMPS'))).toEqual(
    expect.toSatisfy((names: string[]) => names.every((name) => ['success', 'BALANCE_TOO_LOW'].includes(name))),
  );
  expect(points).toBe(0);
  expect(held.filter(({ usedAt }) => usedAt)).toHaveLength(10);
  expect((held.length - 10) * 7 + stamps, 'every stamp that came in is on the card or in a reward').toBe(came - went);
  expect(await disagreements(card.id)).toEqual([]);
});

test('of 60 simultaneous reversals of one entry, exactly one succeeds', async () => {
  const clients = await cluster.clients();
  const [client] = clients;
  const user = await makeUser(cluster.database, client.owner);
  for (const amount of [40, 50]) await call(client, 'adjustLoyaltyBalance', user, { action: 'ADD_POINTS', amount });
  const [first] = await ledgerOf(client, user);

  const outcomes = await atOnce(60, clients, async (client) => {
    const { codes } = await call(client, 'reverseLedgerEntry', user, { entry: first?.id });
    return codes.join() || 'success';
  });

  expect(tally(outcomes)).toEqual({ success: 1, LEDGER_ENTRY_ALREADY_REVERSED: 59 });
  expect(await balanceOf(client, user)).toMatchObject({ points: 50 });
});

test('simultaneous redemptions do not spend more points than the user has', async () => {
  const clients = await cluster.clients();
  const [client] = clients;
  const card = await makeCard(cluster.database, client.owner);
  const reward = await makeReward(cluster.database, card, { points: 30 });
  const user = await makeUser(cluster.database, client.owner, { card });
  await call(client, 'adjustLoyaltyBalance', user, { action: 'ADD_POINTS', amount: 100 });

  const outcomes = await atOnce(40, clients, async (client) => {
    const { codes } = await call(client, 'redeemPoints', user, { reward: reward.id });
    return codes.join() || 'success';
  });

  expect(tally(outcomes)).toEqual({ success: 3, BALANCE_TOO_LOW: 37 });
  expect(await balanceOf(client, user)).toMatchObject({ points: 10, rewards: { length: 3 } });
  expect(await disagreements(card.id)).toEqual([]);
});

test('two tills at once do not exceed the limit of a day', async () => {
  const clients = await cluster.clients();
  const [client] = clients;
  const card = await makeCard(cluster.database, client.owner, { maxPerDay: 1 });
  const user = await makeUser(cluster.database, client.owner, { card });

  const outcomes = await atOnce(60, clients, async (client) => {
    const { codes } = await call(client, 'addStamps', user, { amount: 1 });
    return codes.join() || 'success';
  });

  expect(tally(outcomes)).toEqual({ success: 1, DAILY_LIMIT: 59 });
  expect(await balanceOf(client, user)).toMatchObject({ stamps: 1 });
});

test('a purchase that many send at once counts once, and its reference belongs to one member', async () => {
  const clients = await cluster.clients();
  const [client] = clients;
  const card = await makeCard(cluster.database, client.owner, { pointsPerAmount: '2' });
  const users = [
    await makeUser(cluster.database, client.owner, { card }),
    await makeUser(cluster.database, client.owner, { card }),
  ] as const;

  const outcomes = await atOnce(60, clients, async (client, _door, index) => {
    const user = users[index % 2 === 0 ? 0 : 1];
    const { codes } = await call(client, 'addPurchase', user, { amount: '10', reference: 'R-1' });
    return codes.join() || 'success';
  });

  expect(tally(outcomes)).toEqual({ success: 30, PURCHASE_EXISTS: 30 });
  const points = await Promise.all(users.map(async (user) => (await balanceOf(client, user)).points));
  expect(points.toSorted()).toEqual([0, 20]);
  expect(await disagreements(card.id)).toEqual([]);
});

test('after simultaneous deletions and links, each person either has the linked card once or is deleted', async () => {
  const clients = await cluster.clients();
  const [client] = clients;
  const [one, other] = [await makeCard(cluster.database, client.owner), await makeCard(cluster.database, client.owner)];
  const users = await Promise.all(
    Array.from({ length: 20 }, () => makeUser(cluster.database, client.owner, { card: one, firstName: 'Ada' })),
  );

  const outcomes = await atOnce(80, clients, async (client, _door, index) => {
    const user = users[Math.floor(index / 4)] ?? { id: '' };
    const { codes } =
      index % 4 === 0
        ? await call(client, 'deleteLoyaltyUser', { id: user.id, cardId: one.id })
        : await call(client, 'linkLoyaltyUser', { id: user.id, cardId: other.id });
    return { id: user.id, isLink: index % 4 > 0, result: codes.join() || 'success' };
  });

  for (const { id } of users) {
    const links = outcomes.filter((outcome) => outcome.id === id && outcome.isLink).map(({ result }) => result);
    const linked = links.filter((result) => result === 'success').length;
    expect(links).toEqual(
      links.map(() => expect.toBeOneOf(['success', linked > 0 ? 'USER_ALREADY_LINKED' : 'LOYALTY_USER_NOT_FOUND'])),
    );
    const persons = await rowsOf('loyalty_persons', 'id', id);
    expect([linked, persons, await rowsOf('loyalty_members', 'user_id', id)]).toEqual([persons, persons, persons]);
  }
  expect(outcomes.filter(({ isLink }) => !isLink).every(({ result }) => result === 'success')).toBe(true);
});

interface Input {
  amount?: number;
  action?: string;
  rewards?: string[];
}

const problems = new Map([
  [363, 'REWARD_NOT_USABLE'],
  [364, 'BALANCE_TOO_LOW'],
]);

/** Makes the same change by REST, and returns the problems that correspond to the codes. */
async function byRest(
  client: Client,
  { cardId: loyaltycard, id: user }: Pick<LoyaltyUser, 'cardId' | 'id'>,
  { amount, action, rewards }: Input,
): Promise<{ codes: string[] }> {
  const path = `/v4/loyalty/loyalty-cards/${loyaltycard}/stats/${user}`;
  const { status, codes } = action
    ? await client.rest('/v3/loyaltyusers/update', { loyaltycard, user, action: action.toLowerCase(), amount })
    : rewards
      ? await client.rest(`${path}/rewards`, { reward_ids: rewards }, {}, 'PUT')
      : await client.rest(`${path}/stamps`, { amount });
  return { codes: status === 200 ? [] : codes.map((code) => problems.get(code) ?? String(code)) };
}

function amountOf(outcomes: readonly { name: string; amount: number }[], name: string): number {
  return outcomes.filter((one) => one.name === name).reduce((sum, { amount }) => sum + amount, 0);
}

async function disagreements(card: string): Promise<unknown[]> {
  const { disagreements } = await verifyLedgers(cluster.database);
  return disagreements.filter((found) => found.card === card);
}

async function rowsOf(table: string, column: string, value: string): Promise<number> {
  return (await cluster.database.rows(`SELECT 1 FROM ${table} WHERE ${column} = ?`, [value])).length;
}
