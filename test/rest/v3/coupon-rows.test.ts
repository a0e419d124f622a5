import { expect, test } from 'vitest';
import { toInstant } from '../../../src/kernel/values/instant.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';

const app = useApp();

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
      url: `${app.url}/p/${coupon.code}`,
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
