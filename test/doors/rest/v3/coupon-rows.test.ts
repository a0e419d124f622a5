import { expect, test } from 'vitest';
import { toInstant } from '../../../../src/kernel/values/instant.ts';
import { useApp } from '../../../support/app.ts';
import { makeCoupon, makeFolder, makeSession } from '../../../support/make.ts';

const app = useApp();

const create = 'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id code } }';

test('coupon/info and coupon/list return a coupon with all its fields', async () => {
  const client = await app.client({ timezone: 'Europe/Berlin' });
  const folder = await makeFolder(app.database, client.owner);
  const input = {
    name: 'Bread',
    title: 'A loaf on us',
    description: 'Any of our breads.',
    startsAt: '2026-11-21 06:00:00',
    expiry: { fixed: { at: '2026-12-24 18:30:15' } },
    folder: folder.id,
    tags: ['summer', 'bread'],
    value: '4.50',
    currency: 'EUR',
  };
  const { data } = await client.graphql(create, { input });
  const { id, code } = data.createCoupon;
  const expected = {
    ID: id,
    code,
    name: 'Bread',
    title: 'A loaf on us',
    description: 'Any of our breads.',
    status: 'active',
    url: `${app.url}/c/${code}`,
    timezone: 'Europe/Berlin',
    start_date: '2026-11-21 05:00:00',
    expiry_type: 'fixed',
    expiry_date: '2026-12-24 17:30:15',
    expiry_days: '',
    locked: '0',
    voided: '0',
    folder: folder.id,
    tags: ['bread', 'summer'],
    categories: [],
    value: '4.50',
    currency: 'EUR',
  };
  const info = await client.rest('/v3/coupon/info', { campaign: id });
  expect([info.status, info.body]).toEqual([200, { status: { status: 'OK' }, coupon_info: expected }]);
  const list = await client.rest('/v3/coupon/list');
  expect([list.status, list.body]).toEqual([200, { status: { status: 'OK' }, coupon_info: [expected] }]);
});

test('coupon/info returns absent values as empty strings', async () => {
  const client = await app.client();
  const { id, code } = await makeCoupon(app.database, client.owner, { status: 'EXAMPLE', locked: true, voided: true });
  const { body } = await client.rest('/v3/coupon/info', { campaign: id });
  expect(body.coupon_info).toEqual({
    ...{ ID: id, code, name: 'Bread', title: '', description: '', status: 'example', url: `${app.url}/c/${code}` },
    ...{
      timezone: 'UTC',
      start_date: '',
      expiry_type: 'none',
      expiry_date: '',
      expiry_days: '',
      locked: '1',
      voided: '1',
    },
    ...{ folder: '', tags: [], categories: [], value: '', currency: '' },
  });
});

test('coupon/info shows the days of a flexible expiry', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { expiry: { flexible: { days: 30 } } });
  const { body } = await client.rest('/v3/coupon/info', { campaign: id });
  expect(body.coupon_info).toMatchObject({ expiry_type: 'flexible', expiry_date: '', expiry_days: '30' });
});

test('show_usage_stats adds the number of custom codes and of claimed ones', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await makeSession(app.database, client.owner, { coupon });
  await makeSession(app.database, client.owner, { coupon, customValCode: 'A' });
  await makeSession(app.database, client.owner, { coupon, customValCode: 'B', claimed: true });
  await makeSession(app.database, client.owner, { coupon, autoValCode: 'DIGITS_8', claimed: true });
  const { body } = await client.rest('/v3/coupon/info', { campaign: coupon.id, show_usage_stats: true });
  const { custom_codes_total, custom_codes_claimed } = body.coupon_info;
  expect([Number(custom_codes_total), Number(custom_codes_claimed)]).toEqual([3, 2]);
  const { data } = await client.graphql('query ($id: ID!) { coupon(id: $id) { customCodes { total claimed } } }', {
    id: coupon.id,
  });
  expect(data.coupon.customCodes).toEqual({ total: 3, claimed: 2 });
});

test('GraphQL returns the same coupon with its own field names', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, {
    expiresAt: '2030-01-02 03:04:05.678',
    tags: ['b', 'a'],
  });
  const query = `query ($id: ID!) { coupon(id: $id) {
    id code name title status url timezone startDate expiryType expiryDate expiryDays lockedAt voidedAt folder { id } tags value createdAt
  } }`;
  const { data } = await client.graphql(query, { id: coupon.id });
  expect(data.coupon).toEqual({
    ...{
      id: coupon.id,
      code: coupon.code,
      name: 'Bread',
      title: null,
      status: 'ACTIVE',
      url: `${app.url}/c/${coupon.code}`,
    },
    ...{
      timezone: 'UTC',
      startDate: null,
      expiryType: 'FIXED',
      expiryDate: '2030-01-02T03:04:05.678Z',
      expiryDays: null,
    },
    ...{ lockedAt: null, voidedAt: null, folder: null, tags: ['a', 'b'], value: null },
    createdAt: `${coupon.createdAt.replace(' ', 'T')}Z`,
  });
  expect(toInstant(new Date(data.coupon.createdAt))).toBe(coupon.createdAt);
});

test('coupon/status switches back and forth', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { status: 'ACTIVE' });
  const { status, body } = await client.rest('/v3/coupon/status', { campaign: id, status: 'example' });
  const expected = { status: { status: 'OK' }, campaign: id, action: 'status_updated', coupon_status: 'example' };
  expect([status, body]).toEqual([200, expected]);
  const set = 'mutation ($id: ID!) { setCouponStatus(input: { id: $id, status: ACTIVE }) { status } }';
  expect((await client.graphql(set, { id })).data.setCouponStatus).toEqual({ status: 'ACTIVE' });
  const again = await client.rest('/v3/coupon/status', { campaign: id, status: 'example' });
  expect(again.body.coupon_status).toBe('example');
});
