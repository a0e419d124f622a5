import { expect, test } from 'vitest';
import { Tally } from '../../../src/statistics/tally/tally.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeFolder } from '../../support/make.ts';
import { hostile, visit } from './campaign-visitor.ts';

const app = useApp();

test('without campaigns, the list says what to do next, to those who may', async () => {
  const client = await app.client();

  const owner = await (await visit(app, client)).get('/campaigns');
  const analyst = await (await visit(app, client, 'ANALYST')).get('/campaigns');

  expect(owner.text).toContain('No campaigns yet');
  expect(owner.text).toContain('href="/console/campaigns/new"');
  expect(analyst.text).toContain('No campaigns yet');
  expect(analyst.text).not.toContain('/campaigns/new');
});

test('a row shows the state and the numbers of a campaign', async () => {
  const client = await app.client();
  const given = { name: 'Rolls', title: 'Ten rolls', currency: 'EUR', tags: ['summer'] };
  const { id } = await makeCoupon(app.database, client.owner, { ...given, locked: true });
  const tally = new Tally();
  const counts = { created: 5000, claimed: 321, validated: 123, moneySpent: 1_234_500 };
  tally.add({ accountId: client.owner.account.id, campaignId: id }, 1_900_000, counts);
  await app.database.transaction((transaction) => tally.store(transaction));

  const { text } = await (await visit(app, client)).get('/campaigns');

  for (const shown of ['Rolls', 'Ten rolls', 'Locked', '5,000', '321', '123', '€1,234.50', 'summer', 'No end'])
    expect(text).toContain(shown);
  expect(text).toContain(`href="/console/campaigns/${id}"`);
});

test('the address keeps text, state, folder and tag', async () => {
  const client = await app.client();
  const folder = await makeFolder(app.database, client.owner, 'Spring');
  const common = { folder: folder.id, tags: ['bread'] };
  await makeCoupon(app.database, client.owner, { name: 'Spring rolls', ...common });
  await makeCoupon(app.database, client.owner, { name: 'Spring cake', ...common });
  await makeCoupon(app.database, client.owner, { name: 'Other rolls', voided: true });
  const visitor = await visit(app, client);
  const found = async (query: string) => {
    const { text, status } = await visitor.get(`/campaigns?${query}`);
    expect(status).toBe(200);
    return ['Spring rolls', 'Spring cake', 'Other rolls'].filter((name) => text.includes(`>${name}</a>`));
  };

  expect(await found('q=ROLLS')).toEqual(['Spring rolls', 'Other rolls']);
  expect(await found('state=VOIDED')).toEqual(['Other rolls']);
  expect(await found('state=RUNNING')).toEqual(['Spring rolls', 'Spring cake']);
  expect(await found(`folder=${folder.id}&q=cake`)).toEqual(['Spring cake']);
  expect(await found('tag=bread&state=RUNNING&q=rolls')).toEqual(['Spring rolls']);
  expect(await found('q=nothing')).toEqual([]);
  expect((await visitor.get('/campaigns?q=nothing')).text).toContain('No matching campaigns');
  expect((await visitor.get('/campaigns?q=nothing')).text).toContain('value="nothing"');
  expect(await found(`state=__proto__&folder=x&q=${'x'.repeat(3000)}`)).toEqual([]);
  expect(await found('state=toString&folder=x')).toHaveLength(3);
});

test('pages follow each other and keep the filters', async () => {
  const client = await app.client();
  for (let number = 0; number < 51; number += 1)
    await makeCoupon(app.database, client.owner, { name: `Roll number ${number}.` });
  const visitor = await visit(app, client);

  const first = await visitor.get('/campaigns?q=roll');
  const [, next = ''] = /href="\/console([^"]*after=[^"]*)"/.exec(first.text) ?? [];
  const second = await visitor.get(next.replaceAll('&amp;', '&'));

  expect(first.text.match(/Roll number/g)).toHaveLength(50);
  expect(second.text.match(/Roll number/g)).toHaveLength(1);
  expect(next).toContain('q=roll');
  expect((await visitor.get('/campaigns?after=nonsense')).status).toBe(400);
});

test('text of strangers is escaped', async () => {
  const client = await app.client();
  await makeCoupon(app.database, client.owner, { name: hostile, title: `title ${hostile}`, tags: [hostile] });
  await makeFolder(app.database, client.owner, hostile);
  const visitor = await visit(app, client);

  for (const path of ['/campaigns', `/campaigns?q=${encodeURIComponent(hostile)}`, '/campaigns/folders'])
    expect((await visitor.get(path)).text).not.toContain('<img src=x');
});

test('the list speaks German', async () => {
  const visitor = await visit(app, await app.client());

  const { text } = await visitor.get('/campaigns', 'de');

  expect(text).toContain('<html lang="de">');
  expect(text).toContain('Noch keine Kampagnen');
});
