import { expect, test } from 'vitest';
import { findLocationsNamedBy } from '../../../src/coupons/coupon/coupon-locations.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import type { Parameters } from '../../../src/kernel/database/statement.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeLocation, makeLocations } from '../../support/make-locations.ts';

const app = useApp();

const create = (client: Client, input: object) =>
  client.graphql(
    'mutation ($input: CreateCouponInput!) { coupon: createCoupon(input: $input) { id locations { name } } }',
    { input: { name: 'Bread', ...input } },
  );

const update = (client: Client, input: object) =>
  client.graphql(
    'mutation ($input: UpdateCouponInput!) { coupon: updateCoupon(input: $input) { name locations { name } } }',
    { input },
  );

const remove = (client: Client, id: string) =>
  client.graphql('mutation ($id: ID!) { deleteLocation(input: { id: $id }) { id } }', { id });

test('a coupon names locations, each once, and shows them by name', async () => {
  const client = await app.client();
  const [station, market] = [
    await makeLocation(app.database, client.owner, 'Station'),
    await makeLocation(app.database, client.owner, 'Market'),
  ];

  const { data: made } = await create(client, { locations: [station.id, market.id, station.id] });
  const { id } = made.coupon;
  const { data: kept } = await update(client, { id, name: 'Rye' });
  const { data: fewer } = await update(client, { id, locations: [station.id] });
  const { data: listed } = await client.graphql(
    'query ($at: ID!) { coupons(filter: { location: $at }) { nodes { id } } }',
    { at: station.id },
  );
  const { data: none } = await update(client, { id, locations: null });

  expect(made.coupon.locations).toEqual([{ name: 'Market' }, { name: 'Station' }]);
  expect(kept.coupon).toEqual({ name: 'Rye', locations: [{ name: 'Market' }, { name: 'Station' }] });
  expect(fewer.coupon.locations).toEqual([{ name: 'Station' }]);
  expect(listed.coupons.nodes).toEqual([{ id }]);
  expect(none.coupon.locations).toEqual([]);
  const events = await eventsOf(app.database, { campaignId: id });
  expect(events.map(({ data }) => data.locations.map(({ name }: { name: string }) => name))).toEqual([
    ['Market', 'Station'],
    ['Market', 'Station'],
    ['Station'],
    [],
  ]);
});

test('unknown, foreign, deleted and too many locations are refused, and nothing changes', async () => {
  const client = await app.client();
  const own = await makeLocation(app.database, client.owner);
  const foreign = await makeLocation(app.database, (await app.client()).owner);
  const deleted = await makeLocation(app.database, client.owner);
  await remove(client, deleted.id);
  const { id } = await makeCoupon(app.database, client.owner, { locations: [own.id] });

  for (const wrong of ['loc_000000000000', foreign.id, deleted.id]) {
    expect((await create(client, { locations: [own.id, wrong] })).codes).toEqual(['LOCATION_NOT_FOUND']);
    expect((await update(client, { id, name: 'Rye', locations: [wrong] })).codes).toEqual(['LOCATION_NOT_FOUND']);
  }
  const many = Array.from({ length: 1001 }, (_, index) => `loc_${String(index).padStart(12, '0')}`);
  expect((await update(client, { id, name: 'Rye', locations: many })).codes).toEqual(['INVALID_INPUT']);

  const { data } = await client.graphql('{ coupons { nodes { id name locations { id } } } }');
  expect(data.coupons.nodes).toEqual([{ id, name: 'Bread', locations: [{ id: own.id }] }]);
});

test('coupons that name more different locations than a statement can are read in small parts', async () => {
  const client = await app.client();
  const made = await makeLocations(app.database, client.owner, 17_000);
  const ids: string[] = [];
  for (let from = 0; from < made.length; from += 1000) {
    const named = made.slice(from, from + 1000).map(({ id }) => id);
    ids.push((await makeCoupon(app.database, client.owner, { locations: named })).id);
  }
  const readAtOnce: number[] = [];
  const database: Database = {
    ...app.database,
    rows: async <Row>(sql: string, parameters?: Parameters) => {
      const rows = await app.database.rows<Row>(sql, parameters);
      readAtOnce.push(rows.length);
      return rows;
    },
  };

  const read = await Promise.all(ids.map((id) => findLocationsNamedBy(database, id)));
  const { body } = await client.rest('/v3/coupon/list');

  expect(read.map(({ length }) => length)).toEqual(Array(17).fill(1000));
  expect(Math.max(...readAtOnce)).toBe(4000);
  expect(body.coupon_info.map(({ locations }: { locations: object[] }) => locations.length)).toEqual(
    Array(17).fill(1000),
  );
});

test('a location that coupons name cannot be deleted until they are changed or deleted', async () => {
  const client = await app.client();
  const location = await makeLocation(app.database, client.owner, 'Station');
  const changed = await makeCoupon(app.database, client.owner, { locations: [location.id] });
  const deleted = await makeCoupon(app.database, client.owner, { locations: [location.id] });

  expect((await remove(client, location.id)).codes).toEqual(['LOCATION_IN_USE']);
  await update(client, { id: changed.id, locations: [] });
  expect((await remove(client, location.id)).codes).toEqual(['LOCATION_IN_USE']);
  await client.graphql('mutation ($id: ID!) { deleteCoupon(input: { id: $id }) { id } }', { id: deleted.id });

  expect((await remove(client, location.id)).codes).toEqual([]);
});

test('of a deletion and a coupon that names the location at the same time, one is refused', async () => {
  const client = await app.client();
  for (let round = 0; round < 5; round += 1) {
    const location = await makeLocation(app.database, client.owner, `Shop ${round}`);

    const [removed, made] = await Promise.all([
      remove(client, location.id),
      create(client, { locations: [location.id] }),
    ]);

    const outcome = [removed.codes, made.codes];
    expect([
      [[], ['LOCATION_NOT_FOUND']],
      [['LOCATION_IN_USE'], []],
    ]).toContainEqual(outcome);
  }
});
