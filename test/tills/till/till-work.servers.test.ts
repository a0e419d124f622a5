import { expect, test } from 'vitest';
import { updateRows } from '../../../src/kernel/database/rows.ts';
import { couponSessions } from '../../../src/sessions/session/session.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { sequence } from '../../support/events.ts';
import { makeSession } from '../../support/make.ts';
import { makeLocation } from '../../support/make-locations.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { personOf } from '../../support/make-people.ts';
import { tillOf } from '../../support/make-tills.ts';

const app = useApp();

const find = `query ($code: String!) {
  found: findSession(code: $code) { session claimedBy validatedBy heldBy coupon { name } }
}`;
const hold = (key: string) => `mutation ($session: ID!) {
  done: holdCouponSession(input: { session: $session, seconds: 60, key: "${key}" }) { heldUntil heldBy }
}`;
const call = (operation: string, more = '') => `mutation ($session: ID!) {
  done: ${operation}CouponSession(input: { session: $session ${more} }) { session validatedAt claimedAt }
}`;

async function shop() {
  const client = await app.client();
  const [one, other] = [
    await tillOf(app, client.owner, { name: 'Counter' }),
    await tillOf(app, client.owner, { name: 'Drive-in' }),
  ];
  const row = await makeSession(app.database, client.owner);
  return { client, one, other, session: row.session, row };
}

async function refusalOf(client: Client, document: string, session: string) {
  const { errors } = await client.graphql(document, { session });
  return errors[0]?.extensions;
}

test('finds, holds and redeems a session, and the history names the till', async () => {
  const { client, one, session, row } = await shop();

  const { data: found } = await one.graphql(find, { code: session.slice(0, 6) });
  const { data: held } = await one.graphql(hold(one.till.id), { session });
  const { data: redeemed } = await one.graphql(
    call('validate', `holdKey: "${one.till.id}", data: { moneySpent: "12.5", customField1: "A" }`),
    { session },
  );
  await sequence(app.database, client.owner.account);
  const { data } = await client.graphql(
    `query ($session: ID!, $coupon: ID!) {
      couponSession(session: $session) { moneySpent validatedBy claimedBy history { type by keyId } }
      eventActors(campaign: $coupon) { by keyId }
    }`,
    { session, coupon: row.couponId },
  );

  expect(found.found).toMatchObject([{ session, claimedBy: null, validatedBy: null, heldBy: null }]);
  expect(held.done.heldBy).toBe('Counter');
  expect(redeemed.done.validatedAt).not.toBeNull();
  expect(data.couponSession).toMatchObject({ moneySpent: '12.500', validatedBy: 'Counter', claimedBy: 'Counter' });
  expect(data.couponSession.history.at(-1)).toEqual({ type: 'coupon_validated', by: 'Counter', keyId: one.till.id });
  expect(data.eventActors).toContainEqual({ by: 'Counter', keyId: one.till.id });
});

test('a refusal says who was first, and when', async () => {
  const { client, one, other, session } = await shop();
  const person = await personOf(app, client.owner, { name: 'Ada' });
  const { data: held } = await one.graphql(hold('counter'), { session });
  const heldElsewhere = await refusalOf(other, call('validate'), session);
  const heldFor = await refusalOf(other, hold('drive-in'), session);
  const { data: claimed } = await one.graphql(call('claim', 'holdKey: "counter"'), { session });
  const claimedTwice = await refusalOf(other, call('claim', 'holdKey: "counter"'), session);
  const { data: redeemed } = await one.graphql(call('validate', 'holdKey: "counter"'), { session });
  const redeemedTwice = await refusalOf(other, call('validate'), session.slice(0, 6));
  const seenByPerson = await refusalOf(person, call('validate'), session);

  const first = { by: 'Counter', keyId: one.till.id };
  const held2 = { code: 'SESSION_HELD', until: held.done.heldUntil, at: expect.any(String), ...first };
  expect(heldElsewhere).toEqual(held2);
  expect(heldFor).toEqual(held2);
  expect(claimedTwice).toEqual({ code: 'SESSION_ALREADY_CLAIMED', at: claimed.done.claimedAt, ...first });
  expect(redeemedTwice).toEqual({ code: 'SESSION_ALREADY_VALIDATED', at: redeemed.done.validatedAt, ...first });
  expect(seenByPerson).toEqual(redeemedTwice);
});

test('a refusal names nobody whose event is not kept', async () => {
  const { client, one } = await shop();
  const { session } = await makeSession(app.database, client.owner, { claimed: true });

  const refusal = await refusalOf(one, call('claim'), session);

  expect(refusal).toEqual({ code: 'SESSION_ALREADY_CLAIMED', at: expect.any(String), by: null, keyId: null });
});

test('a till takes back its own validation within 10 minutes, and no other', async () => {
  const { client, one, other, session } = await shop();
  await one.graphql(call('validate'), { session });
  const ofOther = await refusalOf(other, call('unvalidate'), session);
  const { data: undone } = await one.graphql(call('unvalidate'), { session });
  const twice = await refusalOf(one, call('unvalidate'), session);

  await one.graphql(call('validate'), { session });
  const late = new Date(Date.now() - 11 * 60_000).toISOString().replace('T', ' ').replace('Z', '');
  await app.database.transaction((transaction) =>
    updateRows(transaction, couponSessions, { session }, { validatedAt: late }),
  );
  const tooLate = await refusalOf(one, call('unvalidate'), session);
  const { data: byKey } = await client.graphql(call('unvalidate'), { session });
  await client.graphql(call('validate'), { session });
  const ofKey = await refusalOf(one, call('unvalidate'), session);

  expect(ofOther).toEqual({ code: 'VALIDATION_FINAL' });
  expect(undone.done.validatedAt).toBeNull();
  expect(twice).toEqual({ code: 'SESSION_NOT_VALIDATED' });
  expect(tooLate).toEqual({ code: 'VALIDATION_FINAL' });
  expect(byKey.done.validatedAt).toBeNull();
  expect(ofKey).toEqual({ code: 'VALIDATION_FINAL' });
});

test('a call that is repeated with its idempotency key redeems once', async () => {
  const { one, other, session } = await shop();
  const key = { 'Idempotency-Key': 'scan-1' };

  const first = await one.graphql(call('validate'), { session }, key);
  const again = await one.graphql(call('validate'), { session }, key);
  const elsewhere = await other.graphql(call('validate'), { session }, key);

  expect(again.data).toEqual(first.data);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(elsewhere.codes).toEqual(['SESSION_ALREADY_VALIDATED']);
});

test('a till gives no session the id of a customer', async () => {
  const { one, session } = await shop();

  const refusal = await refusalOf(one, call('validate', 'data: { customId: "A1" }'), session);

  expect(refusal).toEqual({ code: 'FORBIDDEN' });
});

test('finds a loyalty user by what it scans, of its own account only', async () => {
  const { client, one } = await shop();
  const [stamps, points] = [
    await makeCard(app.database, client.owner),
    await makeCard(app.database, client.owner, { name: 'Points' }),
  ];
  const user = await makeUser(app.database, client.owner, { card: stamps, firstName: 'Ada' });
  await client.graphql(
    'mutation ($card: ID!, $user: ID!) { linkLoyaltyUser(input: { card: $card, user: $user }) { id } }',
    { card: points.id, user: user.id },
  );
  const stranger = await tillOf(app, (await app.client()).owner);
  const query = 'query ($code: String!) { found: findLoyaltyUser(code: $code) { userId cardId firstName stamps } }';
  const cardsOf = async (till: Client, code: string) =>
    (await till.graphql(query, { code })).data.found.map(({ cardId }: { cardId: string }) => cardId);

  expect(await cardsOf(one, user.id)).toEqual([points.id, stamps.id]);
  expect(await cardsOf(one, ` ${user.id.toUpperCase()} `)).toEqual([points.id, stamps.id]);
  expect(await cardsOf(one, `${stamps.id}:${user.id}`)).toEqual([stamps.id]);
  expect(await cardsOf(one, `https://shop.example/l/${points.code}/${user.id}?utm=1`)).toEqual([points.id]);
  expect(await cardsOf(one, `https://shop.example/l/00000000/${user.id}`)).toEqual([]);
  expect(await cardsOf(one, 'Ada')).toEqual([]);
  expect(await cardsOf(stranger, user.id)).toEqual([]);
});

test('a till of a location records it with stamps, points and rewards', async () => {
  const { client } = await shop();
  const { id: location } = await makeLocation(app.database, client.owner);
  const till = await tillOf(app, client.owner, { location });
  const card = await makeCard(app.database, client.owner);
  const reward = await makeReward(app.database, card, { points: 1 });
  const { id: user } = await makeUser(app.database, client.owner, { card });
  const input = { card: card.id, user };
  const run = async (operation: string, type: string, more: object) =>
    till.graphql(
      `mutation ($input: ${type}Input!) { done: ${operation}(input: $input) { stamps points rewards { id } } }`,
      {
        input: { ...input, ...more },
      },
    );

  const stamped = await run('addStamps', 'AddStamps', { amount: 2 });
  const pointed = await run('adjustLoyaltyBalance', 'AdjustLoyaltyBalance', { action: 'ADD_POINTS', amount: 3 });
  const redeemed = await run('redeemPoints', 'RedeemPoints', { reward: reward.id });
  const used = await run('useRewards', 'UseRewards', { rewards: [redeemed.data.done.rewards[0].id] });
  const taken = await run('adjustLoyaltyBalance', 'AdjustLoyaltyBalance', { action: 'REMOVE_POINTS', amount: 1 });
  const elsewhere = await run('addStamps', 'AddStamps', { amount: 1, location: 'loc_000000000000' });
  const { data } = await client.graphql(
    'query ($card: ID!, $user: ID!) { loyaltyUser(card: $card, user: $user) { stamps points ledger(first: 9) { nodes { locationId by } } } }',
    input,
  );

  expect([stamped, pointed, redeemed, used].flatMap(({ codes }) => codes)).toEqual([]);
  expect([taken.codes, elsewhere.codes]).toEqual([['FORBIDDEN'], ['INVALID_INPUT']]);
  expect(data.loyaltyUser).toMatchObject({ stamps: 2, points: 2 });
  expect(new Set(data.loyaltyUser.ledger.nodes.map(JSON.stringify)).size).toBe(1);
  expect(data.loyaltyUser.ledger.nodes[0]).toEqual({ locationId: location, by: till.till.name });
});
