import { expect, test } from 'vitest';
import { verifyLedgers } from '../../../src/loyalty/balance/ledger-audit.ts';
import { fillLoyalty } from '../../../src/main/demo/loyalty-program.ts';
import { useApp } from '../../support/app.ts';

const app = useApp();

test('the demo has two cards and 500 members with two years of ledgers that add up', async () => {
  const client = await app.client();

  await app.database.transaction((transaction) => fillLoyalty(transaction, client.owner.account));

  const { data } = await client.graphql(`{
    loyaltyCards { nodes { id name } }
  }`);
  const cards: { id: string }[] = data.loyaltyCards.nodes;
  expect(cards).toHaveLength(2);
  const { disagreements } = await verifyLedgers(app.database);
  expect(disagreements.filter(({ card }) => cards.some(({ id }) => id === card))).toEqual([]);
  const [counted] = await app.database.rows<{ persons: number; oldest: string; used: number }>(
    `SELECT COUNT(DISTINCT m.user_id) AS persons, MIN(l.created_at) AS oldest, COUNT(DISTINCT e.used_at) AS used
     FROM loyalty_memberships m JOIN ledger_entries l ON l.membership = m.number
     LEFT JOIN earned_rewards e ON e.membership = m.number WHERE m.account_id = ?`,
    [client.owner.account.id],
  );
  expect(counted?.persons).toBe(500);
  expect(counted?.used).toBeGreaterThan(10);
  const years = (Date.now() - Date.parse(`${counted?.oldest}Z`)) / (365 * 86_400_000);
  expect(years).toBeGreaterThan(1.9);
});
