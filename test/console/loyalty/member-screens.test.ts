import { beforeEach, expect, test } from 'vitest';
import type { LoyaltyCard } from '../../../src/loyalty/card/card.ts';
import type { LoyaltyUser } from '../../../src/loyalty/user/loyalty-member.ts';
import { balanceOf, ledgerOf } from '../../loyalty/calls.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { type ConsolePerson, consolePersonOf } from '../../support/console-person.ts';
import { makeLocation } from '../../support/make-locations.ts';
import { change, makeCard, makeReward, makeUser, makeUsers } from '../../support/make-loyalty.ts';

const app = useApp();
const hostile = '<img src=x onerror=alert(1)>';
let client: Client;
let person: ConsolePerson;
let card: LoyaltyCard;

beforeEach(async () => {
  client = await app.client();
  person = await consolePersonOf(app, client.owner);
  card = await makeCard(app.database, client.owner, { stampsRequired: 10 });
});

const pathOf = ({ cardId, id }: Pick<LoyaltyUser, 'cardId' | 'id'>) => `/loyalty/${cardId}/users/${id}`;

test('a member is added, and problems appear at their fields', async () => {
  const list = `/loyalty/${card.id}/users`;
  expect((await person.open(list)).text).toContain('No members yet');
  const refused = await person.send(list, 'add', { firstName: hostile, email: 'nonsense', birthday: 'yesterday' });
  expect(refused.status).toBe(422);
  for (const field of ['email', 'birthday']) expect(refused.text).toContain(`id="add--${field}-problem"`);
  expect(refused.text).not.toContain('<img src=x');
  const added = await person.send(list, 'add', { firstName: hostile, email: 'ada@example.com', gender: 'FEMALE' });
  expect(added.to).toMatch(new RegExp(`^${list}/usr_\\w{16}\\?done=loyalty\\.users\\.add$`));
  const { text } = await person.open(added.to ?? '');
  expect(text).toContain('&lt;img src=x');
  expect(text).not.toContain('<img src=x');
});

test('the list finds members by the beginning of a word, hides voided ones and has pages', async () => {
  const names = Array.from({ length: 51 }, (_, index) => ({ firstName: 'Ada', lastName: `L${index}` }));
  await makeUsers(app.database, client.owner, card, names);
  await makeUser(app.database, client.owner, { card, firstName: 'Grace', voided: true });
  const list = `/loyalty/${card.id}/users`;
  const first = await person.open(list);
  const next = /href="\/console([^"]*after=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = await person.open(next);
  expect(second.text.match(/>Ada L\d+</g)).toHaveLength(1);
  expect(first.text).not.toContain('Grace');
  expect((await person.open(`${list}?search=gra&show=voided`)).text).toContain('Grace');
  expect((await person.open(`${list}?search=zzz`)).text).toContain('No matching members');
});

test('stamps are added and drawn, a full card earns a reward, and the reward is used once', async () => {
  await makeReward(app.database, card);
  const { id: location } = await makeLocation(app.database, client.owner, 'Station');
  const user = await makeUser(app.database, client.owner, { card });
  const path = pathOf(user);
  expect((await person.send(path, 'stamps', { amount: '12', location })).to).toBe(`${path}?done=stamps`);
  const { text } = await person.open(path);
  expect(text).toContain('aria-label="2 of 10 stamps"');
  expect(text.match(/<circle [^>]*class="full"/g)).toHaveLength(2);
  expect(text).toContain('Reward earned: A loaf');
  expect(text).toContain('Station');
  const [reward] = (await balanceOf(client, user)).rewards;
  expect((await person.send(path, 'use', { rewards: reward?.id ?? '' })).status).toBe(303);
  const again = await person.send(path, 'use', { rewards: reward?.id ?? '' });
  expect(again.status).toBe(422);
  expect((await person.send(path, 'use')).status).toBe(422);
});

test('points are added, redeemed and corrected, never below zero', async () => {
  const reward = await makeReward(app.database, card, { points: 20 });
  const user = await makeUser(app.database, client.owner, { card });
  const path = pathOf(user);
  const adjust = (action: string, amount: string) => person.send(path, 'adjust', { action, amount });
  expect((await person.send(path, 'redeem', { reward: reward.id })).text).toContain('id="redeem--reward-problem"');
  expect((await adjust('ADD_POINTS', '25')).status).toBe(303);
  expect((await person.send(path, 'redeem', { reward: reward.id })).status).toBe(303);
  const refused = await adjust('REMOVE_POINTS', '6');
  expect([refused.status, refused.text.includes('id="adjust--amount-problem"')]).toEqual([422, true]);
  for (const amount of ['', '0', '-1', '1.5', 'many', '1000001'])
    expect((await adjust('ADD_POINTS', amount)).status, amount).toBe(422);
  expect((await balanceOf(client, user)).points).toBe(5);
});

test('two clicks add stamps once', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  for (let clicks = 0; clicks < 2; clicks += 1)
    await person.send(pathOf(user), 'stamps', { amount: '3', _once: 'same-click' });
  expect((await balanceOf(client, user)).stamps).toBe(3);
});

test('an entry of the ledger is reversed once, and then has no button', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  await change(app.database, client.owner, user, { action: 'ADD', unit: 'STAMPS', amount: 3 });
  const [entry] = await ledgerOf(client, user);
  const path = pathOf(user);
  const button = `name="entry" value="${entry?.id}"`;
  expect((await person.open(path)).text).toContain(button);
  expect((await person.send(path, 'reverse', { entry: entry?.id ?? '' })).to).toBe(`${path}?done=reverse`);
  expect((await person.open(path)).text).not.toContain(button);
  expect((await person.send(path, 'reverse', { entry: entry?.id ?? '' })).status).toBe(422);
});

test('the data of a person are changed, and cleared', async () => {
  const user = await makeUser(app.database, client.owner, { card, firstName: 'Ada', city: 'Berlin' });
  const path = pathOf(user);
  expect((await person.open(path)).text).toContain('value="Berlin"');
  await person.send(path, 'save', { firstName: 'Augusta', city: '', phone: '030 1234' });
  expect(await balanceOf(client, user, 'firstName city phone')).toMatchObject({
    firstName: 'Augusta',
    city: null,
    phone: '030 1234',
  });
});

test('a person receives another card, and a card is voided and deleted', async () => {
  const other = await makeCard(app.database, client.owner, { name: 'Cake' });
  const user = await makeUser(app.database, client.owner, { card });
  const path = pathOf(user);
  const link = () => person.send(path, 'link', { card: other.id });
  expect((await link()).to).toBe(`/loyalty/${other.id}/users/${user.id}?done=loyalty.users.link`);
  expect((await link()).text).toContain('id="link--card-problem"');
  expect((await person.send(path, 'void')).status).toBe(303);
  const { text } = await person.open(path);
  expect(text).toContain('This card was cancelled on');
  expect(text).not.toContain('value="stamps"');
  expect((await person.send(path, 'void')).status).toBe(422);
  expect((await person.send(path, 'delete')).to).toBe(`/loyalty/${card.id}/users?done=loyalty.users.delete`);
  expect((await person.open(path)).status).toBe(404);
});

test('a marketer changes data and no balances', async () => {
  const user = await makeUser(app.database, client.owner, { card });
  const marketer = await consolePersonOf(app, client.owner, { role: 'MARKETER' });
  const { text } = await marketer.open(pathOf(user));
  expect(text).toContain('name="_form" value="save"');
  expect(text).not.toContain('name="_form" value="stamps"');
  expect((await marketer.send(pathOf(user), 'stamps', { amount: '3' })).status).toBe(403);
  expect((await balanceOf(client, user)).stamps).toBe(0);
});

test('a large card is drawn as a bar', async () => {
  const large = await makeCard(app.database, client.owner, { stampsRequired: 1000 });
  const user = await makeUser(app.database, client.owner, { card: large });
  const { text } = await person.open(pathOf(user));
  expect(text).toContain('<progress max="1000" value="0" aria-label="0 of 1,000 stamps"');
  expect(text).not.toContain('<circle');
});
