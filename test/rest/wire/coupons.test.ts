import { expect, test } from 'vitest';
import { placements } from '../../../src/directories/campaign/placement.ts';
import { updateRows } from '../../../src/kernel/database/rows.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeFolder, makeSession } from '../../support/make.ts';
import { makeCategory, makeDirectory, makePlacement } from '../../support/make-directories.ts';
import { makeLocation } from '../../support/make-locations.ts';

/*
 * The three coupon paths as existing callers know them. The expected answers are typed from the documentation of the
 * wire: all values are text, except `locations` and `categories`.
 */

const app = useApp();

const ok = { status: { status: 'OK' } };

const create = 'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id code } }';

/** Creates a coupon with all its data in a subaccount, and returns it as `coupon_info` shows it. */
async function fullCoupon() {
  const parent = await app.client();
  const client = await app.client({ parent: parent.owner.account, timezone: 'Europe/Berlin' });
  const folder = await makeFolder(app.database, client.owner);
  const station = await makeLocation(app.database, client.owner, 'Station', { address: 'Gleis 1', city: 'Berlin' });
  const { data } = await client.graphql(create, {
    input: {
      ...{ name: 'Rye', title: '2 for 1', subtitle: 'All week', description: 'Any of our breads.' },
      ...{ terms: 'One per customer.\nNo cash value.', termsShort: 'One each.', value: '10.00', currency: 'EUR' },
      ...{ poweredBy: 'Bakery', poweredByUrl: 'https://bakery.example', tags: ['rye', 'autumn'], folder: folder.id },
      ...{ logoUrl: 'https://i.example/logo.png', imageUrl: 'https://i.example/a.png' },
      bannerUrls: ['https://i.example/1.png', 'https://i.example/2.png'],
      locations: [station.id],
      ...{ startsAt: '2026-11-21 06:00:00', expiry: { fixed: { at: '2026-12-31 23:59:59' } } },
    },
  });
  const { id, code } = data.createCoupon;
  const [food, drinks] = await placeTwice(client, id);
  const info = {
    ...{ ID: id, code, url: `${app.url}/p/${code}`, status: 'active', subaccount: client.owner.account.id },
    ...{ timezone: 'Europe/Berlin', expirydate: '2026-12-31 22:59:59' },
    ...{ name: 'Rye', title: '2 for 1', subtitle: 'All week', description: 'Any of our breads.' },
    ...{ terms: 'One per customer.\nNo cash value.', terms_short: 'One each.' },
    ...{ poweredby: 'Bakery', poweredbylink: 'https://bakery.example', coupon_tags: 'autumn,rye' },
    ...{ coupon_category: food, coupon_category_name: 'Food' },
    ...{ logo_url: 'https://i.example/logo.png', coupon_image: 'https://i.example/a.png' },
    ...{ banner1: 'https://i.example/1.png', banner2: 'https://i.example/2.png' },
    ...{ banner3: 'https://i.example/a.png', banner4: 'https://i.example/a.png', banner5: 'https://i.example/a.png' },
    locations: [{ ID: station.id, name: 'Station', address: 'Gleis 1', zip: '', city: 'Berlin' }],
    coupon_value: '10.00',
    ...{ start_date: '2026-11-21 05:00:00', expiry_type: 'fixed', expiry_days: '', locked: '0', voided: '0' },
    ...{ folder: folder.id, categories: [food, drinks], currency: 'EUR' },
  };
  return { client, id, info };
}

/** Places the coupon in two directories, and returns the ids of its categories in that order. */
async function placeTwice({ owner }: Client, id: string): Promise<string[]> {
  const ids: string[] = [];
  for (const name of ['Food', 'Drinks']) {
    const directory = await makeDirectory(app.database, owner);
    const category = await makeCategory(app.database, directory, name);
    await makePlacement(app.database, owner, directory, { coupon: { id } as never, category: category.id });
    ids.push(category.id);
  }
  const [categoryId] = ids;
  await app.database.transaction((transaction) =>
    updateRows(transaction, placements, { categoryId }, { createdAt: '2026-01-01 00:00:00.000' }),
  );
  return ids;
}

test('coupon/info returns all data of a coupon, and coupon/list the same', async () => {
  const { client, id, info } = await fullCoupon();

  const one = await client.rest('/v3/coupon/info', { campaign: id });
  const list = await client.rest('/v3/coupon/list');

  expect([one.status, one.body]).toEqual([200, { ...ok, coupon_info: info }]);
  expect([list.status, list.body]).toEqual([200, { ...ok, amount_of_campaigns: '1', coupon_info: [info] }]);
});

test('what a coupon does not have is empty text', async () => {
  const client = await app.client();
  const { id, code } = await makeCoupon(app.database, client.owner, { status: 'EXAMPLE', locked: true, voided: true });

  const { body } = await client.rest('/v3/coupon/info', { campaign: id });

  const texts = [
    ...['subaccount', 'expirydate', 'title', 'subtitle', 'description', 'terms', 'terms_short', 'poweredby'],
    ...['poweredbylink', 'coupon_tags', 'coupon_category', 'coupon_category_name', 'logo_url', 'coupon_image'],
    ...['banner1', 'banner2', 'banner3', 'banner4', 'banner5', 'coupon_value'],
    ...['start_date', 'expiry_days', 'folder', 'currency'],
  ];
  expect(body.coupon_info).toEqual({
    ...Object.fromEntries(texts.map((name) => [name, ''])),
    ...{ ID: id, code, url: `${app.url}/p/${code}`, status: 'example', timezone: 'UTC', name: 'Bread' },
    ...{ locations: [], expiry_type: 'none', locked: '1', voided: '1', categories: [] },
  });
});

test('expirydate is empty unless the expiry is fixed', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { expiry: { flexible: { days: 30 } } });

  const { body } = await client.rest('/v3/coupon/info', { campaign: id });

  expect(body.coupon_info).toMatchObject({ expirydate: '', expiry_type: 'flexible', expiry_days: '30' });
});

test('the statistics of coupon/info are text', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await makeSession(app.database, client.owner, { coupon });
  await makeSession(app.database, client.owner, { coupon, customValCode: 'A' });
  await makeSession(app.database, client.owner, { coupon, customValCode: 'B', claimed: true });
  const { body: plain } = await client.rest('/v3/coupon/info', { campaign: coupon.id });

  for (const written of [true, 'true', 1, '1', 'True', 'yes', 'on']) {
    const { body } = await client.rest('/v3/coupon/info', { campaign: coupon.id, show_usage_stats: written });
    const stats = { custom_codes_total: '2', custom_codes_claimed: '1' };
    expect(body).toEqual({ ...ok, coupon_info: { ...plain.coupon_info, ...stats } });
  }
});

test('coupon/list counts its coupons as text', async () => {
  const client = await app.client();
  expect((await client.rest('/v3/coupon/list')).body).toEqual({ ...ok, amount_of_campaigns: '0', coupon_info: [] });
  await makeCoupon(app.database, client.owner, { status: 'EXAMPLE' });
  await makeCoupon(app.database, client.owner);
  const active = await client.rest('/v3/coupon/list', { only_active: 'true' });
  expect(active.body).toMatchObject({ amount_of_campaigns: '1', coupon_info: [{ status: 'active' }] });
  expect((await client.rest('/v3/coupon/list')).body).toMatchObject({ amount_of_campaigns: '2' });
});

test('coupon/list does not contain the coupons of subaccounts', async () => {
  const parent = await app.client();
  const { owner } = await app.client({ parent: parent.owner.account });
  await makeCoupon(app.database, owner);

  expect((await parent.rest('/v3/coupon/list')).body.amount_of_campaigns).toBe('0');
});

test('coupon/status returns the coupon, the action and the new status', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);

  for (const status of ['example', 'active']) {
    const set = await client.rest('/v3/coupon/status', { campaign: id, status });
    const expected = { ...ok, campaign: id, action: 'status_updated', coupon_status: status };
    expect([set.status, set.body]).toEqual([200, expected]);
  }
});

test.for(['coupon/list', 'coupon/info'])('%s reads JSON, forms and credentials in every place', async (path) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { imageUrl: 'https://i.example/a.png' });
  const { keyId, secret } = client.owner;
  const fields = { campaign: id, unknown: 'ignored', tags: null };
  const expected = (await client.rest(`/v3/${path}`, fields)).body;
  const inBody = { ...fields, client_id: keyId, client_secret: secret };

  const answers = await Promise.all([
    client.rest(`/v3/${path}`, new URLSearchParams({ campaign: id, only_active: '' })),
    client.with({ 'X-API-KEY': keyId, 'x-Api-Secret': secret }).rest(`/v3/${path}`, fields),
    client.with({}).rest(`/v3/${path}`, inBody),
    client.with({}).rest(`/v3/${path}`, new URLSearchParams({ campaign: id, client_id: keyId, client_secret: secret })),
  ]);

  expect(expected).toMatchObject(ok);
  for (const { status, body } of answers) expect([status, body]).toEqual([200, expected]);
});
