import { expect, test } from 'vitest';
import { pages } from '../../../src/vocabulary/links.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { addressOf } from './session-shapes.ts';
import { ok } from './wire.ts';

/* The searches for sessions, as existing callers know them. */

const app = useApp();

test.for(['couponsession', 'campaignsession'])('%s/search', async (name) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { tags: ['rye', 'autumn'], status: 'EXAMPLE' });
  const { session } = await makeSession(app.database, client.owner, {
    ...{ coupon, customValCode: 'RYE-7781', customId: 'C-7', email: 'Ada@Example.com', phone: '+49 30 1234567' },
  });
  const { body: one } = await client.rest('/v3/couponsession/data', { couponsession: session });
  const found = {
    ...ok,
    results_found: '1',
    searchresults: [
      {
        ...{ campaign: coupon.id, session, single_use_url: addressOf({ url: app.url, coupon, session }) },
        ...{ custom_validation_code: 'RYE-7781', customid: 'C-7' },
        coupon: {
          ...{ ID: coupon.id, code: coupon.code, url: `${app.url}${pages.coupon}/${coupon.code}` },
          ...{ status: 'example', coupon_tags: 'autumn,rye' },
        },
        data: one.data,
      },
    ],
  };
  const ways: Record<string, string>[] = [
    { code: 'RYE-7781' },
    { code: 'rye-7' },
    { code: session.slice(0, 6) },
    { phone: '+49 30 123' },
    { phone: '34567' },
    { email: 'ADA@exa' },
  ];
  for (const given of ways) {
    const fields: Record<string, string> = { ...given, campaign: coupon.id };
    for (const sent of [fields, new URLSearchParams(fields)]) {
      const { status, body } = await client.rest(`/v3/${name}/search`, sent);
      expect([status, body]).toEqual([200, found]);
    }
    const { body } = await client.rest(`/v3/${name}/search?${new URLSearchParams(fields)}`, {}, {}, 'GET');
    expect(body).toEqual(found);
  }
});

test('couponsession/search searches all coupons, or the given one', async () => {
  const client = await app.client();
  const one = await makeSession(app.database, client.owner, { email: 'ada@example.com' });
  const other = await makeSession(app.database, client.owner, { email: 'ada@example.com' });
  const found = async (campaign?: string) => {
    const { body } = await client.rest('/v3/couponsession/search', { campaign, email: 'ada@example.com' });
    return [body.results_found, body.searchresults.map(({ session }: { session: string }) => session)];
  };
  expect(await found()).toEqual(['2', [other.session, one.session]]);
  expect(await found(one.couponId)).toEqual(['1', [one.session]]);
});

test.for(['code', 'phone', 'email'])('the search accepts a %s of 5 characters', async (filter) => {
  const client = await app.client();
  expect((await client.rest('/v3/couponsession/search', { [filter]: '12345' })).codes).toEqual([512]);
});
