import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf, sequence } from '../../support/events.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeLocation } from '../../support/make-locations.ts';
import { tillOf } from '../../support/make-tills.ts';

const app = useApp();

const call = (operation: string, more = '') => `mutation ($session: ID!) {
  done: ${operation}CouponSession(input: { session: $session ${more} }) { session locationId location { name } }
}`;

/** Makes a coupon that is valid at one of two locations, with a till at each. */
async function chain() {
  const client = await app.client();
  const station = await makeLocation(app.database, client.owner, 'Station');
  const market = await makeLocation(app.database, client.owner, 'Market');
  const coupon = await makeCoupon(app.database, client.owner, { locations: [station.id] });
  const { session } = await makeSession(app.database, client.owner, { coupon });
  const atStation = await tillOf(app, client.owner, { name: 'Station 1', location: station.id });
  const atMarket = await tillOf(app, client.owner, { name: 'Market 1', location: market.id });
  return { client, coupon, session, station, market, atStation, atMarket };
}

async function refusalOf(client: Client, document: string, session: string) {
  const { errors } = await client.graphql(document, { session });
  return { ...errors[0]?.extensions, message: errors[0]?.message };
}

const elsewhere = {
  code: 'NOT_AT_THIS_LOCATION',
  message: 'The coupon can be redeemed only at: Station.',
  ...{ locations: ['Station'], otherLocations: 0 },
};

test('a till of another location is refused and told the right one, whose till redeems', async () => {
  const { client, session, station, atStation, atMarket } = await chain();

  expect(await refusalOf(atMarket, call('hold', ', seconds: 60, key: "k"'), session)).toEqual(elsewhere);
  expect(await refusalOf(atMarket, call('claim'), session)).toEqual(elsewhere);
  expect(await refusalOf(atMarket, call('validate'), session)).toEqual(elsewhere);
  expect(await refusalOf(atMarket, call('validate', ', dryRun: true'), session)).toEqual(elsewhere);
  const { data } = await atStation.graphql(call('validate'), { session });

  expect(data.done).toEqual({ session, locationId: station.id, location: { name: 'Station' } });
  await sequence(app.database, client.owner.account);
  const { data: shown } = await client.graphql(
    `query ($session: ID!) { couponSession(session: $session) {
      location { name } history { type locationId location { name } }
    } }`,
    { session },
  );
  expect(shown.couponSession).toEqual({
    location: { name: 'Station' },
    history: [
      { type: 'coupon_session_created', locationId: null, location: null },
      { type: 'coupon_validated', locationId: station.id, location: { name: 'Station' } },
    ],
  });
  const events = await eventsOf(app.database, { session });
  expect(events.map(({ data: { locationId } }) => locationId)).toEqual([null, station.id]);
});

test('a validation at no location is refused, and a claim at none is not, because customers claim at home', async () => {
  const { client, session } = await chain();

  expect(await refusalOf(client, call('validate'), session)).toEqual(elsewhere);
  const { data } = await client.graphql(call('claim'), { session });

  expect(data.done).toEqual({ session, locationId: null, location: null });
});

test('a key names the location of a call, and a till calls only at its own', async () => {
  const { client, session, station, market, atMarket } = await chain();

  const spoofed = await atMarket.graphql(call('validate', `, location: "${station.id}"`), { session });
  const unregistered = await client.graphql(call('validate', ', location: "Branch 7"'), { session });
  const wrong = await client.graphql(call('validate', `, location: "${market.id}"`), { session });
  const { data } = await client.graphql(call('validate', `, location: "${station.id}"`), { session });

  expect(spoofed.codes).toEqual(['INVALID_INPUT']);
  expect([unregistered.codes, wrong.codes]).toEqual([['NOT_AT_THIS_LOCATION'], ['NOT_AT_THIS_LOCATION']]);
  expect(data.done.locationId).toBe(station.id);
});

test('a coupon without locations is redeemed everywhere, also where nothing is registered', async () => {
  const { client, atMarket, market } = await chain();
  const one = await makeSession(app.database, client.owner);
  const other = await makeSession(app.database, client.owner);

  const { data } = await atMarket.graphql(call('validate'), { session: one.session });
  const named = await client.graphql(call('validate', ', location: "Branch 7"'), { session: other.session });

  expect(data.done.locationId).toBe(market.id);
  expect(named.data.done).toEqual({ session: other.session, locationId: 'Branch 7', location: null });
});

test('a validation that is removed keeps its location, from whose statistics it is taken', async () => {
  const { session, station, atStation } = await chain();
  await atStation.graphql(call('validate'), { session });

  const { data } = await atStation.graphql(call('unvalidate'), { session });

  expect(data.done.locationId).toBe(station.id);
});

test('simultaneous calls of a key at several locations keep their locations apart', async () => {
  const { client, station, market } = await chain();
  const coupon = await makeCoupon(app.database, client.owner, { locations: [station.id] });
  const sessions = await Promise.all(
    Array.from({ length: 8 }, () => makeSession(app.database, client.owner, { coupon })),
  );

  const answers = await Promise.all(
    sessions.map(({ session }, index) =>
      client.graphql(call('validate', `, location: "${index % 2 ? station.id : market.id}"`), { session }),
    ),
  );

  expect(answers.map(({ codes, data }) => codes[0] ?? data.done.locationId)).toEqual(
    sessions.map((_, index) => (index % 2 ? station.id : 'NOT_AT_THIS_LOCATION')),
  );
});

test('a refusal names at most 20 locations, and counts the others', async () => {
  const { client } = await chain();
  const places = await Promise.all(
    Array.from({ length: 23 }, (_, index) => makeLocation(app.database, client.owner, `Shop ${10 + index}`)),
  );
  const coupon = await makeCoupon(app.database, client.owner, { locations: places.map(({ id }) => id) });
  const { session } = await makeSession(app.database, client.owner, { coupon });

  const refusal = await refusalOf(client, call('validate'), session);

  expect(refusal.message).toMatch(/^The coupon can be redeemed only at: Shop 10, Shop 11, .*, Shop 29 and 3 more\.$/);
  expect(refusal).toMatchObject({ locations: expect.objectContaining({ length: 20 }), otherLocations: 3 });
});

test('a batch claims sessions of a coupon that names locations', async () => {
  const { client, coupon, session } = await chain();
  const { data: found } = await client.graphql(
    'query ($session: ID!) { couponSession(session: $session) { sequenceId } }',
    { session },
  );

  const { data } = await client.graphql(
    'mutation ($input: BatchUpdateCouponSessionsInput!) { batchUpdateCouponSessions(input: $input) { updated } }',
    { input: { coupon: coupon.id, startSequence: found.couponSession.sequenceId, operation: 'CLAIM' } },
  );

  expect(data.batchUpdateCouponSessions.updated).toBe(1);
});
