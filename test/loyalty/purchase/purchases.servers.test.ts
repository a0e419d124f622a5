import { beforeAll, describe, expect, test } from 'vitest';
import { verifyLedgers } from '../../../src/loyalty/balance/ledger-audit.ts';
import type { LoyaltyUser } from '../../../src/loyalty/user/loyalty-member.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { balanceOf, call, ledgerOf } from '../calls.ts';

const app = useApp();
let client: Client;

beforeAll(async () => {
  client = await app.client();
});

type Given = Parameters<typeof makeCard>[2];

/** Makes a user of a card with a point for each unit of money. */
async function memberOf(given: Given = {}): Promise<LoyaltyUser> {
  const card = await makeCard(app.database, client.owner, { type: 'MEMBERSHIP', pointsPerAmount: '1', ...given });
  return makeUser(app.database, client.owner, { card });
}

const buy = (user: LoyaltyUser, amount: string, reference: string) =>
  call(client, 'addPurchase', user, { amount, reference });

async function takeBack({ cardId: card }: LoyaltyUser, reference: string) {
  const { data, codes } = await client.graphql(
    'mutation ($input: ReversePurchaseInput!) { reversePurchase(input: $input) { points } }',
    { input: { card, reference } },
  );
  return { points: data?.reversePurchase.points, codes };
}

test('a purchase gives points for its amount, rounded as the card says', async () => {
  const rounded = async (pointsRounding: 'DOWN' | 'NEAREST' | 'UP') => {
    const user = await memberOf({ pointsPerAmount: '0.5', pointsRounding });
    return (await buy(user, '25.10', 'R-1')).user?.points;
  };

  expect([await rounded('DOWN'), await rounded('NEAREST'), await rounded('UP')]).toEqual([12, 13, 13]);
});

test('a purchase counts once, however often it is sent', async () => {
  const user = await memberOf();

  const first = await buy(user, '12.5', 'R-1');
  const again = await buy(user, '12.500', ' R-1 ');
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => buy(user, '7', 'R-2')));

  expect([first, again].map((each) => each.user?.points)).toEqual([12, 12]);
  expect(atOnce.map(({ codes }) => codes)).toEqual(Array(8).fill([]));
  expect(await balanceOf(client, user)).toMatchObject({ points: 19 });
  expect(await ledgerOf(client, user)).toMatchObject([{ delta: 12 }, { delta: 7 }]);
});

test('a reference is a text on one line', async () => {
  const user = await memberOf();

  const broken = await buy(user, '5', 'R-1\r\nR-2\u0000');
  const same = await buy(user, '5', 'R-1 R-2');
  const refused = [await buy(user, '5', ' \n\u0000'), await buy(user, '5', 'R'.repeat(101))];

  expect([broken.user?.points, same.user?.points]).toEqual([5, 5]);
  expect(refused.map(({ codes }) => codes)).toEqual([['INVALID_INPUT'], ['INVALID_INPUT']]);
  const { ledger } = await balanceOf(client, user, 'ledger { nodes { purchase { reference } } }');
  expect(ledger?.nodes).toEqual([{ purchase: { reference: 'R-1 R-2' } }]);
});

test('a reference belongs to one purchase of a card', async () => {
  const user = await memberOf();
  const card = { id: user.cardId, accountId: user.accountId, code: user.cardCode, medium: user.cardMedium };
  const other = await makeUser(app.database, client.owner, { card: card as never });
  await buy(user, '12.50', 'R-1');

  const refused = [await buy(user, '12.51', 'R-1'), await buy(other, '12.50', 'R-1')];
  const elsewhere = await buy(await memberOf(), '12.50', 'R-1');

  expect(refused.map(({ codes }) => codes)).toEqual([['PURCHASE_EXISTS'], ['PURCHASE_EXISTS']]);
  expect(elsewhere.codes).toEqual([]);
  expect(await balanceOf(client, other)).toMatchObject({ points: 0 });
});

test('a purchase is taken back exactly, and once', async () => {
  const user = await memberOf({ pointsPerAmount: '0.3' });
  await buy(user, '10', 'R-1');
  await buy(user, '20', 'R-2');
  await client.graphql(`mutation { updateLoyaltyCard(input: { id: "${user.cardId}", pointsPerAmount: "50" }) { id } }`);

  const reversed = await takeBack(user, 'R-1');
  const again = await takeBack(user, 'R-1');
  const resent = await buy(user, '10', 'R-1');

  expect(reversed.points).toBe(6);
  expect([again.codes, resent.codes]).toEqual([['PURCHASE_REVERSED'], ['PURCHASE_REVERSED']]);
  expect(await takeBack(user, 'R-3')).toMatchObject({ codes: ['PURCHASE_NOT_FOUND'] });
  expect((await verifyLedgers(app.database)).disagreements.filter(({ card }) => card === user.cardId)).toEqual([]);
});

test('a purchase whose points are spent is not taken back', async () => {
  const user = await memberOf();
  const card = { id: user.cardId, accountId: user.accountId } as never;
  const reward = await makeReward(app.database, card, { points: 8 });
  await buy(user, '10', 'R-1');
  await call(client, 'redeemPoints', user, { reward: reward.id });

  expect((await takeBack(user, 'R-1')).codes).toEqual(['BALANCE_TOO_LOW']);
  expect(await balanceOf(client, user)).toMatchObject({ points: 2 });
});

test('the ledger names the purchase of an entry', async () => {
  const user = await memberOf();
  await buy(user, '0.99', 'R-1');
  await call(client, 'adjustLoyaltyBalance', user, { action: 'ADD_POINTS', amount: 3 });

  const { ledger } = await balanceOf(client, user, 'ledger { nodes { delta purchase { reference amount } } }');

  expect(ledger?.nodes).toEqual([
    { delta: 3, purchase: null },
    { delta: 0, purchase: { reference: 'R-1', amount: '0.990' } },
  ]);
});

describe('refuses', () => {
  test.each(['-1', '1e3', '1,5', '', '0.0001', '1234567890', 'NaN'])('the amount %j', async (amount) => {
    const user = await memberOf();

    expect((await buy(user, amount, 'R-1')).codes).toEqual(['INVALID_INPUT']);
    expect(await ledgerOf(client, user)).toEqual([]);
  });

  test('an amount that gives too many points', async () => {
    const user = await memberOf({ pointsPerAmount: '1000' });

    expect((await buy(user, '1000.001', 'R-1')).codes).toEqual(['INVALID_INPUT']);
    expect((await buy(user, '1000', 'R-1')).user).toMatchObject({ points: 1_000_000 });
  });

  test.each(['', '   ', 'R'.repeat(101)])('the reference %j', async (reference) => {
    expect((await buy(await memberOf(), '1', reference)).codes).toEqual(['INVALID_INPUT']);
  });

  test.each(['0', '0.0000', '-1', '1.00001', '1234567', 'x'])('%j points for each unit', async (pointsPerAmount) => {
    const { codes } = await client.graphql(
      'mutation ($input: CreateLoyaltyCardInput!) { createLoyaltyCard(input: $input) { id } }',
      { input: { name: 'Club', type: 'MEMBERSHIP', pointsPerAmount } },
    );

    expect(codes).toEqual(['INVALID_INPUT']);
  });

  test('a purchase with a card that gives no points for it', async () => {
    const user = await memberOf({ pointsPerAmount: null });

    expect((await buy(user, '1', 'R-1')).codes).toEqual(['NO_POINTS_FOR_PURCHASES']);
  });

  test('a purchase above the limit of the day, whose reference stays free', async () => {
    const user = await memberOf({ maxPerDay: 10 });

    const refused = await buy(user, '11', 'R-1');
    const smaller = await buy(user, '10', 'R-1');

    expect([refused.codes, smaller.codes]).toEqual([['DAILY_LIMIT'], []]);
  });
});
