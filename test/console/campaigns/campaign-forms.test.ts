import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeFolder, makeSession } from '../../support/make.ts';
import { hostile, visit } from './campaign-visitor.ts';

const app = useApp();

const fields = `id name title subtitle description value currency startDate expiryType expiryDate expiryDays timezone
  imageUrl logoUrl bannerUrls terms termsShort poweredBy poweredByUrl folder { id } tags emailSubject emailBody smsBody
  barcode status lockedAt voidedAt`;

async function campaignOf(client: Client, id: string) {
  const { data } = await client.graphql(`query ($id: ID!) { coupon(id: $id) { ${fields} } }`, { id });
  return data?.coupon ?? null;
}

const all = {
  ...{ name: 'Summer', title: '20% off', subtitle: 'All bread', description: 'Line one\r\nLine two', value: '4,50' },
  ...{ currency: 'eur', startsAt: '2030-06-01T08:00', endsAt: '2030-08-31T23:59:59', endsAfter: '' },
  ...{ timezone: 'Europe/Berlin', imageUrl: 'https://img.example/1.png', logoUrl: 'https://img.example/2.png' },
  ...{ bannerUrls: 'https://img.example/3.png\r\n\r\nhttps://img.example/4.png', tags: ' summer, bread ,' },
  ...{ termsShort: 'One each', terms: 'No cash', poweredBy: 'Bakery', poweredByUrl: 'https://bakery.example' },
  ...{ emailSubject: 'Hello', emailBody: '<b>[NAME]</b>', smsBody: 'Hi [URL]', barcode: 'AZTEC' },
};

test('a new campaign has everything that was typed', async () => {
  const client = await app.client();
  const folder = await makeFolder(app.database, client.owner);
  const visitor = await visit(app, client, 'MARKETER');

  const { status, to } = await visitor.send('/campaigns/new', 'create', { ...all, folder: folder.id });

  expect([status, to]).toEqual([
    303,
    expect.stringMatching(/^\/campaigns\/cam_[0-9a-z]{12}\?done=campaigns\.new\.create$/),
  ]);
  expect(
    await campaignOf(client, to?.slice('/campaigns/'.length, -'?done=campaigns.new.create'.length) ?? ''),
  ).toMatchObject({
    ...{ name: 'Summer', title: '20% off', subtitle: 'All bread', description: 'Line one\nLine two', value: '4.50' },
    ...{ currency: 'EUR', startDate: '2030-06-01T06:00:00.000Z', expiryDate: '2030-08-31T21:59:59.000Z' },
    ...{ expiryType: 'FIXED', bannerUrls: ['https://img.example/3.png', 'https://img.example/4.png'] },
    ...{ folder: { id: folder.id }, tags: ['bread', 'summer'], emailBody: '<b>[NAME]</b>', barcode: 'AZTEC' },
  });
});

test('a name is enough, and two clicks create one campaign', async () => {
  const client = await app.client();
  const visitor = await visit(app, client);
  const given = { name: 'Bread', endsAfter: '14', _once: 'one-click' };

  const answers = [
    await visitor.send('/campaigns/new', 'create', given),
    await visitor.send('/campaigns/new', 'create', given),
  ];

  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  const { data } = await client.graphql('{ coupons { nodes { name expiryType expiryDays } } }');
  expect(data.coupons.nodes).toEqual([{ name: 'Bread', expiryType: 'FLEXIBLE', expiryDays: 14 }]);
});

test.each([
  ['a missing name', { name: ' ' }, 'create--name-problem'],
  ['a value that is no number', { value: 'much' }, 'create--value-problem'],
  ['a currency that is none', { currency: '€' }, 'create--currency-problem'],
  ['a picture without https', { imageUrl: 'http://img.example/1.png' }, 'create--imageUrl-problem'],
  ['a day that does not exist', { startsAt: '2030-02-30T08:00' }, 'create--startsAt-problem'],
  ['too many days', { endsAfter: '40000', endsAt: '' }, 'create--endsAfter-problem'],
  ['days that are no number', { endsAfter: 'ten', endsAt: '' }, 'create--endsAfter-problem'],
  ['two ends', { endsAfter: '10' }, 'create--endsAt-problem'],
  ['a time zone that does not exist', { timezone: 'Mars/Olympus' }, 'create--timezone-problem'],
  ['a barcode that does not exist', { barcode: 'DOTS' }, 'create--barcode-problem'],
  ['a folder that is not theirs', { folder: 'fol_000000000000' }, 'create--folder-problem'],
  ['too many tags', { tags: Array.from({ length: 51 }, (_, index) => index).join() }, 'create--tags-problem'],
])('%s appears at its field, with what was typed', async (_, given, id) => {
  const client = await app.client();
  const visitor = await visit(app, client);

  const { status, text } = await visitor.send('/campaigns/new', 'create', { ...all, title: hostile, ...given });

  expect(status).toBe(422);
  expect(text).toContain(`id="${id}"`);
  expect(text).toContain('value="All bread"');
  expect(text).not.toContain('<img src=x');
  expect((await client.graphql('{ coupons { nodes { id } } }')).data.coupons.nodes).toEqual([]);
});

test('the settings show what is stored, and saving it unchanged changes nothing', async () => {
  const client = await app.client();
  const folder = await makeFolder(app.database, client.owner);
  const visitor = await visit(app, client);
  const { to } = await visitor.send('/campaigns/new', 'create', { ...all, folder: folder.id });
  const id = to?.slice('/campaigns/'.length, -'?done=campaigns.new.create'.length) ?? '';
  const stored = await campaignOf(client, id);
  const path = `/campaigns/${id}/settings`;

  const { text } = await visitor.get(path);
  expect(text).toContain('value="2030-06-01T08:00"');
  expect(text).toContain('value="2030-08-31T23:59:59"');
  const saved = await visitor.send(path, 'update', { ...all, folder: folder.id });

  expect([saved.status, saved.to]).toEqual([303, `${path}?done=update`]);
  expect((await visitor.get(`${path}?done=update`)).text).toContain('The campaign was saved.');
  expect(await campaignOf(client, id)).toEqual(stored);
});

test('empty fields clear what is stored', async () => {
  const client = await app.client();
  const visitor = await visit(app, client);
  const { to } = await visitor.send('/campaigns/new', 'create', all);
  const id = to?.slice('/campaigns/'.length, -'?done=campaigns.new.create'.length) ?? '';
  const empty = Object.fromEntries(Object.keys(all).map((name) => [name, '']));

  const { status } = await visitor.send(`/campaigns/${id}/settings`, 'update', {
    ...empty,
    ...{ name: 'Summer', timezone: 'Europe/Berlin', folder: '' },
  });

  expect(status).toBe(303);
  expect(await campaignOf(client, id)).toMatchObject({
    ...{ name: 'Summer', title: null, value: null, startDate: null, expiryType: 'NONE', expiryDate: null },
    ...{ bannerUrls: [], tags: [], barcode: null, folder: null, emailBody: null, timezone: 'Europe/Berlin' },
  });
});

test('the buttons change the state, and each appears only where it can', async () => {
  const client = await app.client();
  const { couponId: id } = await makeSession(app.database, client.owner);
  const visitor = await visit(app, client);
  const path = `/campaigns/${id}/settings`;
  const has = async (form: string) => (await visitor.get(path)).text.includes(`name="_form" value="${form}"`);

  for (const [form, opposite, fact] of [
    ['lock', 'unlock', 'lockedAt'],
    ['void', 'unvoid', 'voidedAt'],
  ] as const) {
    expect([await has(form), await has(opposite)]).toEqual([true, false]);
    if (form === 'void') expect((await visitor.send(path, 'remove')).text).toContain('Cancel it before you delete it.');
    expect((await visitor.send(path, form)).status).toBe(303);
    expect((await campaignOf(client, id))[fact]).not.toBeNull();
    expect([await has(form), await has(opposite)]).toEqual([false, true]);
    expect((await visitor.send(path, form)).status).toBe(422);
  }
  expect((await visitor.send(path, 'unlock')).status).toBe(303);
  expect((await visitor.send(path, 'unvoid')).status).toBe(303);
  expect((await visitor.send(path, 'example')).status).toBe(303);
  expect((await campaignOf(client, id)).status).toBe('EXAMPLE');
  expect((await visitor.send(path, 'activate')).status).toBe(303);
  await visitor.send(path, 'void');
  expect((await visitor.send(path, 'remove')).to).toBe('/campaigns?done=campaigns.settings.remove');
  expect(await campaignOf(client, id)).toBeNull();
  expect((await visitor.get(path)).status).toBe(404);
});

test('an analyst reads the settings and changes nothing', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { value: '3', currency: 'EUR' });
  const analyst = await visit(app, client, 'ANALYST');

  const { status, text } = await analyst.get(`/campaigns/${id}/settings`);

  expect(status).toBe(200);
  expect(text).toContain('€3.00');
  expect(text).not.toContain('name="_form"');
  expect((await analyst.send(`/campaigns/${id}/settings`, 'lock')).status).toBe(403);
  expect((await analyst.get('/campaigns/new')).status).toBe(403);
});

test('a form shows the call that it makes, and saves nothing', async () => {
  const client = await app.client();
  const visitor = await visit(app, client);

  const { text } = await visitor.send('/campaigns/new', 'create', { ...all, _as: 'call' });

  expect(text).toContain('mutation ConsoleCreateCoupon');
  expect(text).toMatch(/&quot;input&quot;: \{\s+&quot;name&quot;: /);
  expect((await client.graphql('{ coupons { nodes { id } } }')).data.coupons.nodes).toEqual([]);
});

test("another account's campaign is not found", async () => {
  const { id } = await makeCoupon(app.database, (await app.client()).owner, { name: 'Secret rolls' });
  const visitor = await visit(app, await app.client());

  for (const screen of ['', '/settings', '/preview', '/activity']) {
    const { status, text } = await visitor.get(`/campaigns/${id}${screen}`);
    expect(status).toBe(404);
    expect(text).not.toContain('Secret rolls');
  }
  for (const form of ['lock', 'void', 'remove'])
    expect((await visitor.send(`/campaigns/${id}/settings`, form)).status).toBe(404);
});
