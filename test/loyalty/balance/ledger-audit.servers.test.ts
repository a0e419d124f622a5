import { beforeAll, expect, test } from 'vitest';
import { verifyLedgers } from '../../../src/loyalty/balance/ledger-audit.ts';
import type { LoyaltyCard } from '../../../src/loyalty/card/card.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { runCommand } from '../../support/command.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { call, ledgerOf } from '../calls.ts';

const app = useApp();
let client: Client;
let card: LoyaltyCard;

beforeAll(async () => {
  client = await app.client();
  card = await makeCard(app.database, client.owner, { stampsRequired: 5 });
  await makeReward(app.database, card);
});

test('the audit accepts a ledger with every kind of entry', async () => {
  await userWithHistory();

  expect(await disagreements()).toEqual([]);
});

test.each([
  {
    what: 'stamps',
    sql: 'UPDATE loyalty_members SET stamps = stamps + 1 WHERE number = ?',
    says: /has \d+ stamps, but the entries add up to/,
  },
  {
    what: 'points',
    sql: 'UPDATE loyalty_members SET points = points - 1 WHERE number = ?',
    says: /has \d+ points, but the entries add up to/,
  },
  {
    what: 'an entry',
    sql: 'UPDATE ledger_entries SET delta = delta + 1 WHERE delta > 0 AND member = ?',
    says: /has the balance \d+ \w+, but the entries up to it add up to/,
  },
  {
    what: 'a use',
    sql: 'UPDATE earned_rewards SET used_at = NULL WHERE member = ?',
    says: /is used according to the ledger$/m,
  },
  { what: 'a reward', sql: 'DELETE FROM earned_rewards WHERE member = ?', says: /according to the ledger only/ },
])('the audit finds $what changed outside the ledger', async ({ sql, says }) => {
  const user = await userWithHistory();
  await app.database.transaction((transaction) => transaction.change(sql, [user.number]));

  const found = await disagreements(user.id);

  expect(found.map(({ what }) => what).join('\n')).toMatch(says);
  await app.database.transaction((transaction) =>
    transaction.change('DELETE FROM ledger_entries WHERE member = ?', [user.number]),
  );
});

test('the command line reports the number of verified users', async () => {
  const { code, output } = await runCommand(['loyalty', 'verify'], { DATABASE_URL: app.databaseUrl });

  expect(output).toMatch(/\d+ users, \d+ entries, \d+ disagreements\n$/);
  expect(code).toBe(/ 0 disagreements\n$/.test(output) ? 0 : 1);
});

async function userWithHistory() {
  const user = await makeUser(app.database, client.owner, { card });
  const { user: full } = await call(client, 'addStamps', user, { amount: 12 });
  await call(client, 'adjustLoyaltyBalance', user, { action: 'ADD_POINTS', amount: 7 });
  await call(client, 'adjustLoyaltyBalance', user, { action: 'REMOVE_POINTS', amount: 2 });
  await call(client, 'useRewards', user, { rewards: full?.rewards.map(({ id }) => id) });
  const [added, , , , , used] = await ledgerOf(client, user);
  await call(client, 'reverseLedgerEntry', user, { entry: added?.id });
  await call(client, 'reverseLedgerEntry', user, { entry: used?.id });
  await call(client, 'useRewards', user, { rewards: [used?.rewardId] });
  return user;
}

async function disagreements(user?: string) {
  const { disagreements } = await verifyLedgers(app.database);
  return disagreements.filter((found) => found.card === card.id && (!user || found.user === user));
}
