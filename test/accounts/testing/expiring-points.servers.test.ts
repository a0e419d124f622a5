import { expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { advance, clockOf, makeTestAccount } from '../../support/make-test-account.ts';

const app = useAppWithBackground();
const day = 86_400_000;

test('points expire on the clock of a test account, each on its day', async () => {
  const client = await makeTestAccount(app.database, await app.client());
  const card = await makeCard(app.database, client.owner, { type: 'MEMBERSHIP', pointsValidDays: 30 });
  const user = await makeUser(app.database, client.owner, { card });
  const began = Date.parse((await clockOf(client)).time);
  const inDays = (days: number) => new Date(began + days * day);
  const add = (amount: number) =>
    client.graphql('mutation ($input: AdjustLoyaltyBalanceInput!) { adjustLoyaltyBalance(input: $input) { points } }', {
      input: { card: card.id, user: user.id, action: 'ADD_POINTS', amount },
    });
  const ledger = async () => {
    const { data } = await client.graphql(
      `{ loyaltyUser(card: "${card.id}", user: "${user.id}") { points ledger { nodes { reason delta createdAt } } } }`,
    );
    return data.loyaltyUser;
  };

  await add(5);
  await advance(client, inDays(20));
  await add(7);
  await advance(client, inDays(40));
  const half = await ledger();
  await advance(client, inDays(60));
  const { points, ledger: all } = await ledger();

  expect(half.points).toBe(7);
  expect(points).toBe(0);
  const expired = all.nodes.filter(({ reason }: { reason: string }) => reason === 'POINTS_EXPIRED').toReversed();
  expect(expired.map(({ delta }: { delta: number }) => delta)).toEqual([-5, -7]);
  const days = expired.map(({ createdAt }: { createdAt: string }) => (Date.parse(createdAt) - began) / day);
  for (const [index, expiry] of [30, 50].entries()) {
    expect(days[index]).toBeGreaterThan(expiry);
    expect(days[index]).toBeLessThan(expiry + 1.1);
  }
});
