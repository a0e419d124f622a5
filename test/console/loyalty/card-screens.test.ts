import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { type ConsolePerson, consolePersonOf } from '../../support/console-person.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';

const app = useApp();
const hostile = '<script>alert(1)</script>"\'';
let client: Client;
let person: ConsolePerson;

beforeEach(async () => {
  client = await app.client();
  person = await consolePersonOf(app, client.owner);
});

test('without cards, the list says what to do next', async () => {
  const { status, text } = await person.open('/loyalty');
  expect(status).toBe(200);
  expect(text).toContain('No loyalty cards yet');
  expect(text).toContain('href="/console/loyalty/new"');
  const german = await consolePersonOf(app, client.owner, { language: 'de' });
  expect((await german.open('/loyalty')).text).toContain('Noch keine Kundenkarten');
});

test('the list finds cards by name and state, and shows hostile names as text', async () => {
  await makeCard(app.database, client.owner, { name: hostile });
  await makeCard(app.database, client.owner, { name: 'Kaffeekarte', active: false });
  const { text } = await person.open('/loyalty');
  expect(text).toContain('&lt;script>alert(1)&lt;/script>');
  expect(text).not.toContain('<script>alert');
  expect((await person.open('/loyalty?search=KAFFEE')).text).not.toContain('alert(1)');
  expect((await person.open('/loyalty?state=active')).text).not.toContain('Kaffeekarte');
  expect((await person.open('/loyalty?search=nothing')).text).toContain('No matching cards');
  expect((await person.open('/loyalty?after=nonsense')).status).toBe(400);
});

test('a card is created, changed, copied and deleted', async () => {
  const card = { name: 'Coffee', type: 'STAMP', medium: 'WEB', stampsRequired: '8', active: 'on', title: 'Free' };
  const created = await person.send('/loyalty/new', 'create', { ...card, backgroundColor: '#331100' });
  expect(created.status).toBe(303);
  const path = created.to?.replace(/\?.*/, '') ?? '';
  const saved = await person.send(path, 'save', { name: 'Tea', stampsRequired: '9', title: '' });
  expect([saved.status, saved.to]).toEqual([303, `${path}?done=save`]);
  const read = async (id: string) =>
    (await client.graphql(`{ loyaltyCard(id: "${id}") { name stampsRequired title active backgroundColor } }`)).data;
  const id = path.slice('/loyalty/'.length);
  const expected = { name: 'Tea', stampsRequired: 9, title: null, active: false, backgroundColor: '#331100' };
  expect((await read(id)).loyaltyCard).toEqual(expected);

  const copied = await person.send(path, 'copy', { name: 'Tea too' });
  expect(copied.to).toMatch(/^\/loyalty\/loy_\w{12}\?done=loyalty\.copy$/);
  const deleted = await person.send(path, 'delete');
  expect(deleted.to).toBe('/loyalty?done=loyalty.delete');
  expect((await person.open(path)).status).toBe(404);
});

test('the number of stamps does not matter for a card with points', async () => {
  const card = { name: 'Club', type: 'MEMBERSHIP', medium: 'WALLET', stampsRequired: '10' };
  const { status } = await person.send('/loyalty/new', 'create', card);
  expect(status).toBe(303);
  const { data } = await client.graphql('{ loyaltyCards { nodes { type medium stampsRequired } } }');
  expect(data.loyaltyCards.nodes).toEqual([{ type: 'MEMBERSHIP', medium: 'WALLET', stampsRequired: null }]);
});

test('problems appear at their fields, and what was typed is kept', async () => {
  const typed = {
    name: 'x'.repeat(51),
    type: 'STAMP',
    medium: 'WEB',
    stampsRequired: '0',
    textColor: 'red',
    title: hostile,
  };
  const { status, text } = await person.send('/loyalty/new', 'create', typed);
  expect(status).toBe(422);
  for (const field of ['name', 'stampsRequired', 'textColor']) expect(text).toContain(`id="create--${field}-problem"`);
  expect(text).toContain('value="red"');
  expect(text).toContain('&lt;script>alert(1)&lt;/script>&quot;');
  expect((await client.graphql('{ loyaltyCards { nodes { id } } }')).data.loyaltyCards.nodes).toEqual([]);
});

test('the page of a card has its numbers, and changes its rewards', async () => {
  const card = await makeCard(app.database, client.owner);
  const path = `/loyalty/${card.id}`;
  const added = await person.send(path, 'addReward', { name: 'A loaf', unit: 'STAMPS', validDays: '30' });
  expect(added.status).toBe(303);
  const again = await person.send(path, 'addReward', { name: 'A roll', unit: 'STAMPS' });
  expect(again.status).toBe(422);
  expect(again.text).toContain('id="addReward--stamps-problem"');
  await person.send(path, 'addReward', { name: 'Coffee', unit: 'STAMPS', stamps: '3' });
  await person.send(path, 'addReward', { name: hostile, unit: 'POINTS', points: '20' });
  const rewards = async () =>
    (await client.graphql(`{ loyaltyCard(id: "${card.id}") { rewards { id name cost validDays } } }`)).data.loyaltyCard
      .rewards;
  const [loaf, coffee] = await rewards();
  expect(coffee).toMatchObject({ name: 'Coffee', cost: 3 });
  expect(loaf).toMatchObject({ name: 'A loaf', cost: 10, validDays: 30 });
  await person.send(path, 'editReward', { _key: loaf.id, id: loaf.id, name: 'Two loaves', validDays: '' });
  expect((await rewards())[0]).toMatchObject({ name: 'Two loaves', validDays: null });
  await person.send(path, 'retireReward', { id: loaf.id });
  expect(await rewards()).toHaveLength(2);
  const { text } = await person.open(`${path}?range=365`);
  expect(text).toContain('Week from');
  expect(text).not.toContain('<script>alert');
  expect((await person.open(`${path}?range=__proto__`)).status).toBe(200);
});

test('a card with members is deleted only when it is not in use', async () => {
  const card = await makeCard(app.database, client.owner);
  await makeUser(app.database, client.owner, { card });
  const { status, text } = await person.send(`/loyalty/${card.id}`, 'delete');
  expect(status).toBe(422);
  expect(text).toContain('role="alert"');
});

test('an analyst sees the numbers and no forms; cards of others do not exist', async () => {
  const card = await makeCard(app.database, client.owner);
  await makeReward(app.database, card);
  const analyst = await consolePersonOf(app, client.owner, { role: 'ANALYST' });
  const { text } = await analyst.open(`/loyalty/${card.id}`);
  expect(text).toContain('A loaf');
  expect(text).not.toContain('name="_form"');
  expect((await analyst.send(`/loyalty/${card.id}`, 'save', { name: 'Mine' })).status).toBe(403);
  expect((await analyst.open('/loyalty/new')).status).toBe(403);
  const stranger = await consolePersonOf(app, (await app.client()).owner);
  expect((await stranger.open(`/loyalty/${card.id}`)).status).toBe(404);
  expect((await stranger.open('/loyalty/nonsense')).status).toBe(404);
});
