import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeLocation, makeLocations } from '../../support/make-locations.ts';
import { change, makeUser } from '../../support/make-loyalty.ts';

const app = useApp();

test('locations lists the locations of the account, newest first', async () => {
  const own = await app.client();
  await makeLocation(app.database, own.owner, 'Market square');
  const { data } = await mutate(own, 'createLocation', { name: 'Station', zip: '10115', city: 'Berlin' });

  const listed = await own.graphql('{ locations { nodes { name } } }');
  const named = await own.graphql('{ locations(filter: { name: "Station" }) { nodes { id } } }');

  expect(data.result).toMatchObject({
    id: expect.stringMatching(/^loc_[0-9a-z]{12}$/),
    name: 'Station',
    city: 'Berlin',
  });
  expect(listed.data.locations.nodes.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'Market square',
    'Station',
  ]);
  expect(named.data.locations.nodes).toEqual([{ id: data.result.id }]);
});

test('a search finds locations by a part of the name or the address, in upper and lower case of all alphabets', async () => {
  const client = await app.client();
  await mutate(client, 'createLocation', { name: 'Bäckerei ÄHRE', address: 'Torstraße 1', zip: '10115' });
  await mutate(client, 'createLocation', { name: '100 %_\\ Brot', city: 'ΑΘΗΝΑ' });
  const found = async (search: string) => {
    const { data } = await client.graphql(
      'query ($search: String) { locations(filter: { text: $search }) { nodes { name } } }',
      { search },
    );
    return data.locations.nodes.map(({ name }: { name: string }) => name);
  };
  expect(await found('ähre')).toEqual(['Bäckerei ÄHRE']);
  expect(await found('torSTRASSE')).toEqual([]);
  expect(await found('TORSTR')).toEqual(['Bäckerei ÄHRE']);
  expect(await found('αθη')).toEqual(['100 %_\\ Brot']);
  expect(await found('%_\\')).toEqual(['100 %_\\ Brot']);
  expect(await found('_')).toEqual(['100 %_\\ Brot']);
  expect(await found("' OR 1=1 --")).toEqual([]);
  expect(await found('  ')).toHaveLength(2);
});

test('updateLocation changes given fields, clears null ones and keeps the others', async () => {
  const client = await app.client();
  const { data } = await mutate(client, 'createLocation', { name: 'Station', zip: '10115', city: 'Berlin' });
  const { id } = data.result;
  const updated = await mutate(client, 'updateLocation', { id, name: 'Main station', zip: null, address: 'Gleis 1' });
  expect(updated.data.result).toMatchObject({ name: 'Main station', zip: null, city: 'Berlin', address: 'Gleis 1' });
  const nameless = await mutate(client, 'updateLocation', { id, name: null });
  expect(nameless.data.result.name).toBe('Main station');
  const blank = await mutate(client, 'updateLocation', { id, name: ' ' });
  expect(blank.codes).toEqual(['INVALID_INPUT']);
});

test('an account has at most 10,000 locations, also if the last ones are added at the same time', async () => {
  const client = await app.client();
  const [first] = await makeLocations(app.database, client.owner, 9999);

  const added = await Promise.all(['Station', 'Market'].map((name) => mutate(client, 'createLocation', { name })));
  const refused = await mutate(client, 'createLocation', { name: 'One more' });
  await mutate(client, 'deleteLocation', { id: first?.id });
  const { data } = await mutate(client, 'createLocation', { name: 'One more' });

  expect(added.flatMap(({ codes }) => codes)).toEqual(['TOO_MANY_LOCATIONS']);
  expect(refused.codes).toEqual(['TOO_MANY_LOCATIONS']);
  expect(data.result.name).toBe('One more');
});

test('the ledger names the location, and keeps its id when the location is deleted', async () => {
  const client = await app.client();
  const { id: location } = await makeLocation(app.database, client.owner, 'Station');
  const user = await makeUser(app.database, client.owner);
  const key = { card: user.cardId, user: user.id };
  await mutate(client, 'addStamps', { ...key, amount: 2, location });
  await mutate(client, 'addStamps', { ...key, amount: 3, location: 'till-7' });
  await change(app.database, client.owner, user, { action: 'ADD', unit: 'POINTS', amount: 1 });
  const ledger = async () => {
    const { data } = await client.graphql(
      'query ($card: ID!, $user: ID!) { loyaltyUser(card: $card, user: $user) { ledger { nodes { locationId location { name } } } } }',
      key,
    );
    return data.loyaltyUser.ledger.nodes;
  };
  expect(await ledger()).toEqual([
    { locationId: null, location: null },
    { locationId: 'till-7', location: null },
    { locationId: location, location: { name: 'Station' } },
  ]);
  const removed = await mutate(client, 'deleteLocation', { id: location });
  expect(removed.data.result).toMatchObject({ id: location, name: 'Station' });
  expect((await ledger())[2]).toEqual({ locationId: location, location: null });
  expect((await mutate(client, 'deleteLocation', { id: location })).codes).toEqual(['LOCATION_NOT_FOUND']);
});

test('locations of another account cannot be changed or deleted', async () => {
  const other = await app.client();
  const { id } = await makeLocation(app.database, other.owner, 'Station');
  const client = await app.client();
  expect((await mutate(client, 'updateLocation', { id, name: 'Mine' })).codes).toEqual(['LOCATION_NOT_FOUND']);
  expect((await mutate(client, 'deleteLocation', { id })).codes).toEqual(['LOCATION_NOT_FOUND']);
  expect((await other.graphql('{ locations { nodes { name } } }')).data.locations.nodes).toEqual([{ name: 'Station' }]);
});

function mutate(client: Client, name: string, input: object) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const selection = name.endsWith('Location') ? 'id name address zip city' : 'id';
  return client.graphql(`mutation ($input: ${type}!) { result: ${name}(input: $input) { ${selection} } }`, { input });
}
