import { expect, test } from 'vitest';
import { useApp } from '../../../support/app.ts';
import { makeSession } from '../../../support/make.ts';

const app = useApp();

test.for(['couponsession', 'campaignsession'])('%s/search returns session items', async (name) => {
  const client = await app.client();
  const given = { customValCode: 'BREAD-2026', email: 'Ada@Example.com', phone: '+49 30 1234567', claimed: true };
  const { session, couponId } = await makeSession(app.database, client.owner, given);
  const { status, body } = await client.rest(`/v3/${name}/search`, { campaign: couponId, code: 'BREAD' });
  const { body: one } = await client.rest('/v3/couponsession/data', { couponsession: session });
  expect([status, body]).toEqual([200, { status: { status: 'OK' }, amount_of_results: 1, data: [one.data] }]);
});

test.for(['code', 'phone', 'email'])('the search accepts a %s of 5 characters', async (filter) => {
  const client = await app.client();
  expect((await client.rest('/v3/couponsession/search', { [filter]: '12345' })).codes).toEqual([512]);
});

test('couponsession/search searches all coupons, campaignsession/search only the given one', async () => {
  const client = await app.client();
  const one = await makeSession(app.database, client.owner, { email: 'ada@example.com' });
  const other = await makeSession(app.database, client.owner, { email: 'ada@example.com' });
  const found = async (path: string, campaign: string) => {
    const { body } = await client.rest(path, { campaign, email: 'ada@example.com' });
    return body.data.map(({ session }: { session: string }) => session);
  };
  expect(await found('/v3/couponsession/search', one.couponId)).toEqual([other.session, one.session]);
  expect(await found('/v3/campaignsession/search', one.couponId)).toEqual([one.session]);
});
