import { beforeAll, expect, test } from 'vitest';
import { type Instant, now, toDate, toInstant, toIso } from '../../../src/kernel/values/instant.ts';
import { dayAround } from '../../../src/kernel/values/local-time.ts';
import type { LoyaltyUser } from '../../../src/loyalty/user/loyalty-member.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { balanceOf, call, ledgerOf } from '../calls.ts';

const app = useApp();
/** No other zone has its midnight then. */
const timezone = 'Asia/Kathmandu';
let client: Client;

beforeAll(async () => {
  client = await app.client();
  await client.graphql(`mutation { updateAccount(input: { timezone: "${timezone}" }) { timezone } }`);
});

const stamps = (user: LoyaltyUser, amount: number) => call(client, 'addStamps', user, { amount });

async function memberOf(given: Parameters<typeof makeCard>[2]): Promise<LoyaltyUser> {
  return makeUser(app.database, client.owner, { card: await makeCard(app.database, client.owner, given) });
}

/** Moves the entries of a user to another time. */
async function moveEntries(user: LoyaltyUser, to: Instant): Promise<void> {
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE ledger_entries SET created_at = ? WHERE member = ?', [to, user.number]),
  );
}

test('a user receives no more than the limit on a day, and learns when the next day begins', async () => {
  const user = await memberOf({ maxPerDay: 2 });
  await stamps(user, 1);

  const tooMany = await client.graphql(
    `mutation { addStamps(input: { card: "${user.cardId}", user: "${user.id}", amount: 2 }) { stamps } }`,
  );
  const last = await stamps(user, 1);
  const corrected = await call(client, 'adjustLoyaltyBalance', user, { action: 'ADD_STAMPS', amount: 1 });

  const nextAt = toIso(dayAround(now(), timezone).end);
  expect(tooMany.errors[0]?.extensions).toMatchObject({ code: 'DAILY_LIMIT', nextAt });
  expect(tooMany.errors[0]?.message).toContain(nextAt);
  expect(last.user).toMatchObject({ stamps: 2 });
  expect(corrected.codes).toEqual(['DAILY_LIMIT']);
  expect(await ledgerOf(client, user)).toHaveLength(2);
});

test('the day is that of the time zone of the account', async () => {
  const user = await memberOf({ maxPerDay: 1 });
  await stamps(user, 1);
  const { begin } = dayAround(now(), timezone);

  await moveEntries(user, begin);
  const today = await stamps(user, 1);
  await moveEntries(user, toInstant(new Date(toDate(begin).getTime() - 1)));
  const yesterday = await stamps(user, 1);

  expect([today.codes, yesterday.codes]).toEqual([['DAILY_LIMIT'], []]);
});

test('a reversed addition does not count, and a removed one does', async () => {
  const user = await memberOf({ maxPerDay: 1 });
  await stamps(user, 1);
  const [added] = await ledgerOf(client, user);

  await call(client, 'reverseLedgerEntry', user, { entry: added?.id });
  const again = await stamps(user, 1);
  await call(client, 'adjustLoyaltyBalance', user, { action: 'REMOVE_STAMPS', amount: 1 });
  const third = await stamps(user, 1);

  expect([again.codes, third.codes]).toEqual([[], ['DAILY_LIMIT']]);
});

test('a stamp card limits stamps, and a membership card points', async () => {
  const ofStamps = await memberOf({ maxPerDay: 5 });
  const ofPoints = await memberOf({ type: 'MEMBERSHIP', maxPerDay: 5 });
  const points = (user: LoyaltyUser) => call(client, 'adjustLoyaltyBalance', user, { action: 'ADD_POINTS', amount: 6 });

  expect([(await points(ofStamps)).codes, (await points(ofPoints)).codes]).toEqual([[], ['DAILY_LIMIT']]);
});

test('of simultaneous additions, as many succeed as the limit allows', async () => {
  const card = await makeCard(app.database, client.owner, { maxPerDay: 3 });
  const user = await makeUser(app.database, client.owner, { card });
  const neighbour = await makeUser(app.database, client.owner, { card });

  const codes = await Promise.all(Array.from({ length: 8 }, async () => (await stamps(user, 1)).codes.join()));
  const other = await stamps(neighbour, 3);

  expect(codes.toSorted()).toEqual(['', '', '', ...Array(5).fill('DAILY_LIMIT')]);
  expect(await balanceOf(client, user)).toMatchObject({ stamps: 3 });
  expect(other.codes).toEqual([]);
});

test('a limit can be changed and cleared, and takes nothing back', async () => {
  const user = await memberOf({ maxPerDay: 5 });
  await stamps(user, 5);
  const update = (maxPerDay: number | null) =>
    client.graphql('mutation ($input: UpdateLoyaltyCardInput!) { updateLoyaltyCard(input: $input) { maxPerDay } }', {
      input: { id: user.cardId, maxPerDay },
    });

  const lowered = await update(2);
  const kept = await balanceOf(client, user);
  const refused = await stamps(user, 1);
  const cleared = await update(null);

  expect([lowered, cleared].map(({ data }) => data.updateLoyaltyCard.maxPerDay)).toEqual([2, null]);
  expect(kept).toMatchObject({ stamps: 5 });
  expect([refused.codes, (await stamps(user, 1)).codes]).toEqual([['DAILY_LIMIT'], []]);
  for (const wrong of [0, -1, 1_000_001]) expect((await update(wrong)).codes).toEqual(['INVALID_INPUT']);
});

test('a refused addition earns nothing', async () => {
  const card = await makeCard(app.database, client.owner, { stampsRequired: 3, maxPerDay: 2 });
  await makeReward(app.database, card);
  const user = await makeUser(app.database, client.owner, { card });

  expect((await stamps(user, 3)).codes).toEqual(['DAILY_LIMIT']);
  expect(await balanceOf(client, user)).toMatchObject({ stamps: 0, rewards: [] });
});
