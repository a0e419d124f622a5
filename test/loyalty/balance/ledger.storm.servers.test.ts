import { expect, inject, test } from 'vitest';
import { Problem } from '../../../src/kernel/problem.ts';
import { atClock } from '../../../src/kernel/values/instant.ts';
import type { BalanceRequest } from '../../../src/loyalty/balance/balance-context.ts';
import { verifyLedgers } from '../../../src/loyalty/balance/ledger-audit.ts';
import type { LoyaltyUser } from '../../../src/loyalty/user/loyalty-member.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { change, makeCard, makeReward, makeUsers } from '../../support/make-loyalty.ts';
import { call } from '../calls.ts';

const app = useAppWithDatabaseOfItsOwn();
const changes = inject('isThorough') ? 10_000 : 300;
const atOnce = 10;
const day = 24 * 3600 * 1000;

/** What a change may be refused for, as balances and rewards run out. */
const expected = new Set([
  ...['BALANCE_TOO_LOW', 'REWARD_NOT_USABLE', 'REWARD_NOT_FOUND', 'LEDGER_ENTRY_ALREADY_REVERSED'],
  ...[
    'LEDGER_ENTRY_NOT_FOUND',
    'LEDGER_ENTRY_NOT_REVERSIBLE',
    'PURCHASE_EXISTS',
    'PURCHASE_REVERSED',
    'PURCHASE_NOT_FOUND',
  ],
]);

test(`after ${changes} random changes of stamps, points, purchases and rewards, all ledgers agree`, async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner, {
    ...{ stampsRequired: 10, pointsPerAmount: '0.7', pointsRounding: 'NEAREST', pointsValidDays: 3 },
  });
  for (const stamps of [3, 6, null]) await makeReward(app.database, card, { stamps });
  const reward = await makeReward(app.database, card, { points: 25, validDays: 5 });
  const users = await makeUsers(app.database, client.owner, card, Array(16).fill({ firstName: 'Ada' }));
  const seed = Date.now() % 1_000_000;
  const random = randomFrom(seed);
  const upTo = (max: number) => 1 + Math.floor(random() * max);
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const refused = new Map<string, number>();

  const changeOf = async (user: LoyaltyUser): Promise<string | undefined> => {
    const roll = random();
    const purchase = { amount: `${upTo(60)}.${upTo(9)}`, reference: `R-${upTo(changes / 5)}` };
    if (roll < 0.12) return (await call(client, 'addPurchase', user, purchase)).codes[0];
    if (roll < 0.18) {
      const input = { card: card.id, reference: purchase.reference };
      const document = 'mutation ($input: ReversePurchaseInput!) { reversePurchase(input: $input) { id } }';
      return (await client.graphql(document, { input })).codes[0];
    }
    const request = await requestOf(roll, user);
    return change(app.database, client.owner, user, request).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Problem) return error.code;
        throw error;
      },
    );
  };

  const requestOf = async (roll: number, { number }: LoyaltyUser): Promise<BalanceRequest> => {
    if (roll < 0.3) return { action: 'ADD', unit: 'STAMPS', amount: upTo(25) };
    if (roll < 0.36) return { action: 'REMOVE', unit: 'STAMPS', amount: upTo(6) };
    if (roll < 0.48) return { action: 'ADD', unit: 'POINTS', amount: upTo(40) };
    if (roll < 0.56) return { action: 'REMOVE', unit: 'POINTS', amount: upTo(20) };
    if (roll < 0.64) return { action: 'REDEEM', reward: reward.id };
    if (roll < 0.7) return { action: 'EXPIRE' };
    const ids = (table: string) =>
      app.database.rows<{ id: string }>(`SELECT t.id FROM ${table} t WHERE t.member = ? ORDER BY t.id`, [number]);
    if (roll < 0.8)
      return { action: 'USE', rewards: [oneOf(await ids('earned_rewards'))?.id ?? 'rwd_0000000000000000'] };
    return { action: 'REVERSE', entry: oneOf(await ids('ledger_entries'))?.id ?? 'led_0000000000000000' };
  };

  for (let made = 0; made < changes; made += atOnce) {
    // Each step is three hours after the one before, so points expire all the time.
    const codes = await atClock((made / atOnce) * (day / 8), () =>
      Promise.all(Array.from({ length: atOnce }, () => changeOf(oneOf(users)))),
    );
    for (const code of codes) if (code) refused.set(code, (refused.get(code) ?? 0) + 1);
  }

  for (const user of users)
    await atClock(30 * day, () => change(app.database, client.owner, user, { action: 'EXPIRE' }));
  const { disagreements, entries } = await verifyLedgers(app.database);
  expect(disagreements, `seed ${seed}`).toEqual([]);
  expect([...refused.keys()].filter((code) => !expected.has(code))).toEqual([]);
  expect(entries).toBeGreaterThan(changes / 2);
  const reasons = await app.database.rows<{ reason: string }>('SELECT DISTINCT l.reason FROM ledger_entries l');
  expect(reasons.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['POINTS_EXPIRED', 'REVERSED']));
});

/** Returns a generator of numbers from 0 to 1, which a seed repeats. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
