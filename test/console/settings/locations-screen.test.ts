import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { type ConsolePerson, consolePersonOf } from '../../support/console-person.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeLocation } from '../../support/make-locations.ts';
import { countAll } from '../../support/statistics.ts';

const app = useApp();
const hostile = '<script>alert(1)</script>"\'';
let client: Client;
let person: ConsolePerson;

beforeEach(async () => {
  client = await app.client();
  person = await consolePersonOf(app, client.owner);
});

test('locations are added, found, changed and deleted', async () => {
  expect((await person.open('/settings/locations')).text).toContain('No locations yet');
  const added = await person.send('/settings/locations', 'add', { name: hostile, zip: '10115', city: 'Berlin' });
  expect(added.to).toBe('/settings/locations?done=add');
  const { id } = await makeLocation(app.database, client.owner, 'Station');
  const { text } = await person.open('/settings/locations?search=BERL');
  expect(text).toContain('10115 Berlin');
  expect(text).not.toContain('Station');
  expect(text).not.toContain('<script>alert');
  const refused = await person.send('/settings/locations', 'edit', { _key: id, id, name: 'x'.repeat(101) });
  expect([refused.status, refused.text.includes(`id="edit-${id}-name-problem"`)]).toEqual([422, true]);
  await person.send('/settings/locations', 'edit', { _key: id, id, name: 'Main station', city: 'Bonn' });
  await person.send('/settings/locations', 'delete', { id });
  expect((await person.send('/settings/locations', 'delete', { id })).status).toBe(422);
  expect((await client.graphql('{ locations { nodes { city } } }')).data.locations.nodes).toEqual([{ city: 'Berlin' }]);
});

test('a campaign is limited to locations, which its screens name, and which cannot be deleted then', async () => {
  const station = await makeLocation(app.database, client.owner, 'Station');
  await makeLocation(app.database, client.owner, 'Market');
  const { id } = await makeCoupon(app.database, client.owner);
  const settings = `/campaigns/${id}/settings`;

  const saved = await person.send(settings, 'update', { name: 'Rye', timezone: 'UTC', locations: station.id });
  const overview = await person.open(`/campaigns/${id}`);
  const form = await person.open(settings);
  const preview = await person.open(`/campaigns/${id}/preview`);
  const refused = await person.send('/settings/locations', 'delete', { id: station.id });

  expect(saved.to).toBe(`${settings}?done=update`);
  expect(overview.text).toContain('Station');
  expect(overview.text).not.toContain('Market');
  expect(form.text).toMatch(new RegExp(`<input[^>]*value="${station.id}"[^>]*checked`));
  expect(preview.text).toContain('Valid at');
  expect([refused.status, refused.text.includes('This location is used in campaigns')]).toEqual([422, true]);
});

test('a code is redeemed at a location of its campaign, and the history and the list of locations say so', async () => {
  const station = await makeLocation(app.database, client.owner, 'Station');
  const coupon = await makeCoupon(app.database, client.owner, { locations: [station.id] });
  const { session } = await makeSession(app.database, client.owner, { coupon });
  const path = `/sessions/${session}`;

  const nowhere = await person.send(path, 'validate', { location: '' });
  const here = await person.send(path, 'validate', { location: station.id });
  await countAll(app.database, client);

  expect([nowhere.status, nowhere.text.includes('cannot be redeemed at this location')]).toEqual([422, true]);
  expect(here.to).toBe(`${path}?done=validate`);
  expect((await person.open(path)).text).toMatch(/<td[^>]*>Station<\/td>/);
  expect((await person.open('/settings/locations')).text).toMatch(/<td data-name="Redeemed"[^>]*>1</);
});

test('the page of a code says where it is valid', async () => {
  const places = [
    await makeLocation(app.database, client.owner, 'Station', { address: 'Gleis 1', zip: '10115', city: 'Berlin' }),
    await makeLocation(app.database, client.owner, hostile),
  ];
  const coupon = await makeCoupon(app.database, client.owner, { locations: places.map(({ id }) => id) });
  const { session } = await makeSession(app.database, client.owner, { coupon });

  const page = await (await fetch(`${app.url}/p/${coupon.code}/${session}`)).text();

  expect(page).toContain('Valid at');
  expect(page).toContain('<li>Station, Gleis 1, 10115 Berlin</li>');
  expect(page).not.toContain('<script>alert');
});
