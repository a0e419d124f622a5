import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventsOf, eventTypesOf } from '../../support/events.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { change, doors } from '../doors.ts';

const app = useApp();

test.for(doors)('by %s, a call stores an operation and data together, in one event', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const changed = await change(door, client, session, 'claim', { customField1: 'rye', customId: 'order-1' });
  expect(changed).toMatchObject({ code: null, customField1: 'rye', customId: 'order-1', claimType: 'api' });
  const [, event] = await eventsOf(app.database, { session });
  expect(event).toMatchObject({ type: 'coupon_claimed', data: { customField1: 'rye', customId: 'order-1' } });
});

test.for(doors)('by %s, a refused operation stores no data', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { claimed: true });
  expect((await change(door, client, session, 'claim', { customField1: 'rye' })).code).toBe(352);
  expect(await change(door, client, session, 'void')).toMatchObject({ code: null, customField1: null });
  expect(await eventTypesOf(app.database, { session })).toEqual(['coupon_session_created', 'coupon_voided']);
});

test.for(doors)('by %s, a call stores data alone in any state of the session', async (door) => {
  const client = await app.client();
  const states = [{}, { claimed: true, validated: true }, { locked: true }, { voided: true }];
  const sessions = await Promise.all(states.map((state) => makeSession(app.database, client.owner, state)));
  const answers = await Promise.all(
    sessions.map(({ session }) => change(door, client, session, null, { customField2: 'x' })),
  );
  expect(answers.map(({ code, customField2 }) => [code, customField2])).toEqual(states.map(() => [null, 'x']));
  for (const { session } of sessions) {
    expect(await eventTypesOf(app.database, { session })).toEqual(['coupon_session_created', 'coupon_session_updated']);
  }
});

test.for([
  ['locked', { locked: true }, 354],
  ['voided', { voided: true }, 355],
  ['expired', { expiresAt: '2020-01-01 00:00:00.000' }, 351],
] as const)('data alone is refused when the coupon is %s', async ([, facts, code]) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, facts);
  const { session } = await makeSession(app.database, client.owner, { coupon });
  for (const door of doors) expect((await change(door, client, session, null, { customField1: 'x' })).code).toBe(code);
  expect(await eventTypesOf(app.database, { session })).toEqual(['coupon_session_created']);
});

test.for(doors)('by %s, a call without an operation and data changes nothing', async (door) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { voided: true });
  const { session } = await makeSession(app.database, client.owner, { coupon, customId: 'one' });
  expect(await change(door, client, session, null, {})).toMatchObject({ code: null, customId: 'one' });
  expect(await eventTypesOf(app.database, { session })).toEqual(['coupon_session_created']);
});

test('a GraphQL call keeps omitted fields and clears null ones', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { customId: 'one' });
  await change('GraphQL', client, session, null, { customField1: 'a', customField2: 'b', moneySpent: '1' });
  const cleared = { customField1: null, moneySpent: null, customId: null };
  const changed = await change('GraphQL', client, session, null, cleared);
  expect(changed).toMatchObject({
    code: null,
    customField1: null,
    customField2: 'b',
    moneySpent: null,
    customId: null,
  });
});

test('updatedAt is the time of the last operation or data', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const updatedAt = async () => {
    const query = 'query ($session: ID!) { couponSession(session: $session) { updatedAt } }';
    return (await client.graphql(query, { session })).data.couponSession.updatedAt;
  };
  await change('GraphQL', client, session, null, {});
  expect(await updatedAt()).toBeNull();
  const start = new Date().toISOString();
  await change('GraphQL', client, session, null, { customField1: 'rye' });
  const stored = await updatedAt();
  expect(stored >= start).toBe(true);
  expect((await change('GraphQL', client, session, 'unlock')).code).toBe(356);
  expect(await updatedAt()).toBe(stored);
  await change('GraphQL', client, session, 'claim');
  expect((await updatedAt()) >= stored).toBe(true);
});

test('a session stores all seven custom fields', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const fields = Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7].map((number) => [`customfield${number}`, 'ä'.repeat(43 + number)]),
  );
  const { body } = await client.rest('/v3/couponsession/update', { couponsession: session, ...fields });
  expect(body.data).toMatchObject(fields);
});

test.for([
  ['0', '0.000'],
  ['12', '12.000'],
  ['12.5', '12.500'],
  ['0.125', '0.125'],
  ['123456789012.999', '123456789012.999'],
])('money_spent %s is stored as %s', async ([given, stored]) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  for (const door of doors) {
    expect((await change(door, client, session, null, { moneySpent: given ?? '' })).moneySpent).toBe(stored);
  }
});

test('money_spent may be a number in JSON', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const { body } = await client.rest('/v3/couponsession/update', { couponsession: session, money_spent: 12.5 });
  expect(body.data.money_spent).toBe('12.500');
});

test.for(['-1', '1,5', '1.2345', '1e3', '.5', '5.', '€5', '5 5', 'NaN', '1234567890123'])(
  'money_spent refuses %o',
  async (moneySpent) => {
    const client = await app.client();
    const { session } = await makeSession(app.database, client.owner);
    expect((await change('REST', client, session, 'claim', { moneySpent })).code).toBe(301);
    expect((await change('GraphQL', client, session, 'claim', { moneySpent })).code).toBe('INVALID_INPUT');
    expect(await eventTypesOf(app.database, { session })).toEqual(['coupon_session_created']);
  },
);

test('a custom id has up to 50 letters, digits and hyphens', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  for (const door of doors) {
    const fitting = await Promise.all(
      ['a', '-', 'Ab-9', 'x'.repeat(50)].map((customId) => change(door, client, session, null, { customId })),
    );
    expect(fitting.map(({ code }) => code)).toEqual([null, null, null, null]);
    const unfit = ['a b', 'a_b', 'ü', 'a\nb', 'x'.repeat(51)];
    const refused = await Promise.all(unfit.map((customId) => change(door, client, session, null, { customId })));
    expect(refused.map(({ code }) => code)).toEqual(unfit.map(() => (door === 'REST' ? 300 : 'INVALID_INPUT')));
  }
});
