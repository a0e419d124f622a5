import { beforeAll, expect, test } from 'vitest';
import type { Database, Transaction } from '../../../src/kernel/database/database.ts';
import { Problem } from '../../../src/kernel/problem.ts';
import { now, toInstant, toIso } from '../../../src/kernel/values/instant.ts';
import { dayAround } from '../../../src/kernel/values/local-time.ts';
import { verifyLedgers } from '../../../src/loyalty/balance/ledger-audit.ts';
import { expiringPoints } from '../../../src/loyalty/balance/point-expiry.ts';
import type { LoyaltyCard } from '../../../src/loyalty/card/card.ts';
import type { LoyaltyUser } from '../../../src/loyalty/user/loyalty-member.ts';
import { createLog } from '../../../src/main/process/log.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { balanceOf, call, ledgerOf } from '../calls.ts';

const app = useAppWithDatabaseOfItsOwn();
const timezone = 'Asia/Kathmandu';
const expirePoints = expiringPoints(createLog('silent'));
let client: Client;
let card: LoyaltyCard;

beforeAll(async () => {
  client = await app.client();
  await client.graphql(`mutation { updateAccount(input: { timezone: "${timezone}" }) { timezone } }`);
  card = await makeCard(app.database, client.owner, { type: 'MEMBERSHIP', pointsValidDays: 30 });
});

const member = (of = card) => makeUser(app.database, client.owner, { card: of });
const add = (user: LoyaltyUser, amount: number) =>
  call(client, 'adjustLoyaltyBalance', user, { action: 'ADD_POINTS', amount });
const remove = (user: LoyaltyUser, amount: number) =>
  call(client, 'adjustLoyaltyBalance', user, { action: 'REMOVE_POINTS', amount });
const reverse = (user: LoyaltyUser, entry: string | undefined) => call(client, 'reverseLedgerEntry', user, { entry });

/** Makes the points of the user's first additions expire, and lets the job take them. */
async function expireFirst(user: LoyaltyUser, additions = 1): Promise<void> {
  const past = toInstant(new Date(Date.now() - 60_000));
  const entries = (await ledgerOf(client, user)).filter(({ reason }) => reason === 'POINTS_ADDED');
  for (const { id } of entries.slice(0, additions))
    await app.database.transaction(async (transaction) => {
      await transaction.change('UPDATE point_lots SET expires_at = ? WHERE entry_id = ?', [past, id]);
      const [entry] = await transaction.rows<{ lots: string }>('SELECT l.lots FROM ledger_entries l WHERE l.id = ?', [
        id,
      ]);
      const lots = JSON.stringify(
        JSON.parse(entry?.lots ?? '[]').map(([lot, , points]: unknown[]) => [lot, past, points]),
      );
      await transaction.change('UPDATE ledger_entries SET lots = ? WHERE id = ?', [lots, id]);
    });
  while ((await expirePoints(app.database)) > 0) {
    // Each call takes the points of some members.
  }
}

async function expiringOf(user: LoyaltyUser) {
  const { data } = await client.graphql(
    `{ loyaltyUser(card: "${user.cardId}", user: "${user.id}") { pointsExpiring { points expiresAt } } }`,
  );
  return data.loyaltyUser.pointsExpiring;
}

const disagreements = async () => (await verifyLedgers(app.database)).disagreements;

test('new points are valid until the end of the last day in the zone of the account', async () => {
  const user = await member();
  await add(user, 5);
  await add(user, 7);

  const expiresAt = toIso(dayAround(now(), timezone, 30).end);
  expect(await expiringOf(user)).toEqual({ points: 12, expiresAt });
  expect(await expirePoints(app.database)).toBe(0);
});

test('expired points leave the balance with an entry and an event', async () => {
  const user = await member();
  await add(user, 5);
  await add(user, 7);

  await expireFirst(user);

  expect(await balanceOf(client, user)).toMatchObject({ points: 7 });
  expect((await ledgerOf(client, user)).at(-1)).toMatchObject({ reason: 'POINTS_EXPIRED', delta: -5, balance: 7 });
  const events = await eventsOf(app.database, { campaignId: card.id });
  expect(events.findLast(({ type }) => type === 'loyalty_points_expired')?.data).toMatchObject({
    id: user.id,
    points: 7,
    entries: [{ delta: -5 }],
  });
  expect(await disagreements()).toEqual([]);
});

test('the oldest points are spent first, so fewer of them expire', async () => {
  const reward = await makeReward(app.database, card, { points: 8 });
  const user = await member();
  for (const amount of [5, 7]) await add(user, amount);
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE point_lots SET expires_at = ? WHERE member = ? AND remaining = 5', [
      '2026-11-28 00:00:00.000',
      user.number,
    ]),
  );

  await call(client, 'redeemPoints', user, { reward: reward.id });

  expect(await expiringOf(user)).toMatchObject({ points: 4 });
});

test('points that were added without a limit never expire, and are spent last', async () => {
  const plain = await makeCard(app.database, client.owner, { type: 'MEMBERSHIP' });
  const user = await member(plain);
  await add(user, 10);
  const unlimited = await expiringOf(user);
  await client.graphql(`mutation { updateLoyaltyCard(input: { id: "${plain.id}", pointsValidDays: 1 }) { id } }`);
  await add(user, 6);
  await remove(user, 4);

  const next = await expiringOf(user);
  await expireFirst(user, 2);

  expect([unlimited, next]).toMatchObject([null, { points: 2 }]);
  expect(await balanceOf(client, user)).toMatchObject({ points: 10 });
  expect(await expiringOf(user)).toBeNull();
});

test('a spend takes from many lots, and its reversal returns to all of them', async () => {
  const user = await member();
  for (let amount = 1; amount <= 20; amount += 1) await add(user, amount);
  const lots = () =>
    app.database.rows('SELECT p.entry_id, p.remaining FROM point_lots p WHERE p.member = ? ORDER BY p.entry_id', [
      user.number,
    ]);
  const before = await lots();

  await remove(user, 200);
  const spent = await lots();
  const verified = await disagreements();
  await reverse(user, (await ledgerOf(client, user)).at(-1)?.id);

  expect([before.length, spent.length, verified]).toEqual([20, 1, []]);
  expect(await lots()).toEqual(before);
  expect(await disagreements()).toEqual([]);
});

test('reversing a spend gives back points with their old expiry', async () => {
  const user = await member();
  await add(user, 10);
  const before = await expiringOf(user);
  await remove(user, 10);
  const [, removed] = await ledgerOf(client, user);
  const between = await expiringOf(user);

  await reverse(user, removed?.id);

  expect(between).toBeNull();
  expect(await expiringOf(user)).toEqual(before);
  expect(await disagreements()).toEqual([]);
});

test('reversing an addition does not take expired points a second time', async () => {
  const user = await member();
  await add(user, 10);
  await remove(user, 4);
  await add(user, 20);
  await expireFirst(user);
  const [first] = await ledgerOf(client, user);
  const expired = await balanceOf(client, user);

  const { user: after } = await reverse(user, first?.id);

  expect(expired).toMatchObject({ points: 20 });
  expect(after).toMatchObject({ points: 16 });
  expect((await ledgerOf(client, user)).slice(-2)).toMatchObject([
    { reason: 'REVERSED', delta: 6, balance: 26 },
    { reason: 'REVERSED', delta: -10, balance: 16 },
  ]);
  expect(await disagreements()).toEqual([]);
});

test('an addition whose points are spent cannot be reversed, although others expired', async () => {
  const user = await member();
  await add(user, 10);
  await remove(user, 4);
  await expireFirst(user);
  const [first] = await ledgerOf(client, user);

  expect((await reverse(user, first?.id)).codes).toEqual(['BALANCE_TOO_LOW']);
  expect(await balanceOf(client, user)).toMatchObject({ points: 0 });
});

test('an expiry cannot be reversed by itself', async () => {
  const user = await member();
  await add(user, 10);
  await expireFirst(user);
  const expiry = (await ledgerOf(client, user)).at(-1);

  expect((await reverse(user, expiry?.id)).codes).toEqual(['LEDGER_ENTRY_NOT_REVERSIBLE']);
});

test('points of cancelled cards expire, and those of deleted cards are left to their removal', async () => {
  const deleted = await makeCard(app.database, client.owner, { type: 'MEMBERSHIP', pointsValidDays: 1, active: false });
  const [voided, gone] = [await member(), await member(deleted)];
  for (const user of [voided, gone]) await add(user, 5);
  await client.graphql(
    `mutation { voidLoyaltyUser(input: { card: "${card.id}", user: "${voided.id}" }) { id } deleteLoyaltyCard(input: { id: "${deleted.id}" }) { id } }`,
  );

  await expireFirst(voided);

  expect(await balanceOf(client, voided)).toMatchObject({ points: 0 });
});

test('two workers at once take expired points once', async () => {
  const user = await member();
  await add(user, 5);
  const past = '2026-01-01 00:00:00.000';
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE point_lots SET expires_at = ? WHERE member = ?', [past, user.number]),
  );

  await Promise.all([expirePoints(app.database), expirePoints(app.database)]);

  expect(await balanceOf(client, user)).toMatchObject({ points: 0 });
  expect(await ledgerOf(client, user)).toHaveLength(2);
});

/** A database that stores no ledger entries of some members. */
function refusingEntriesOf(members: readonly number[]): Database {
  const transaction: Database['transaction'] = (work, options) =>
    app.database.transaction((real) => {
      const change: Transaction['change'] = (sql, values) => {
        const rows = JSON.stringify(values ?? {});
        const isRefused = members.some((number) => rows.includes(`,${number},\\"POINTS\\"`));
        if (sql.startsWith('INSERT INTO ledger_entries') && isRefused) throw new Error('refused');
        return real.change(sql, values);
      };
      return work(Object.create(real, { change: { value: change } }));
    }, options);
  return Object.create(app.database, { transaction: { value: transaction } });
}

test('members whose points cannot be taken do not stop the others, and are logged', async () => {
  const refused = await Promise.all(Array.from({ length: 21 }, () => member()));
  const [short, sound] = [await member(), await member()];
  const all = [...refused, short, sound];
  const change = (sql: string, values: (string | number)[]) =>
    app.database.transaction((transaction) => transaction.change(sql, values));
  for (const user of all) await add(user, 5);
  for (const { number } of all)
    await change('UPDATE point_lots SET expires_at = ? WHERE member = ?', ['2026-01-01 00:00:00.000', number]);
  await change('UPDATE loyalty_members SET points = 1 WHERE number = ?', [short.number]);
  const logged: { err: unknown; member: number }[] = [];
  const expire = expiringPoints({ error: (entry: (typeof logged)[number]) => logged.push(entry) } as never);
  const database = refusingEntriesOf(refused.map(({ number }) => number));

  const expired = [await expire(database), await expire(database)];

  expect(expired).toEqual([1, 0]);
  expect(await balanceOf(client, sound)).toMatchObject({ points: 0 });
  expect(new Set(logged.map((entry) => Number(entry.member)))).toEqual(
    new Set([...refused, short].map(({ number }) => Number(number))),
  );
  expect(logged.filter(({ err }) => err instanceof Problem)).toMatchObject([{ member: short.number }]);

  await change('UPDATE loyalty_members SET points = 5 WHERE number = ?', [short.number]);
  while ((await expire(app.database)) > 0);
  for (const user of all) expect(await balanceOf(client, user)).toMatchObject({ points: 0 });
});

test.each([0, -1, 36_501])('points cannot be valid for %i days', async (pointsValidDays) => {
  const { codes } = await client.graphql(
    'mutation ($input: UpdateLoyaltyCardInput!) { updateLoyaltyCard(input: $input) { id } }',
    { input: { id: card.id, pointsValidDays } },
  );

  expect(codes).toEqual(['INVALID_INPUT']);
});
