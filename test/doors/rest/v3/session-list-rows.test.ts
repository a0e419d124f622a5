import { expect, test } from 'vitest';
import { useApp } from '../../../support/app.ts';
import { makeCoupon, makeSession } from '../../../support/make.ts';

const app = useApp();

test.for([
  ['data', {}],
  ['opens', { opened: true }],
  ['claims', { claimed: true }],
  ['validations', { claimed: true, validated: true }],
] as const)('campaign/%s returns session items', async ([name, facts]) => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner, { ...facts, customId: 'a' });
  const { status, body } = await client.rest(`/v3/campaign/${name}`, { campaign: couponId });
  const { body: one } = await client.rest('/v3/couponsession/data', { couponsession: session });
  expect([status, body]).toEqual([
    200,
    { status: { status: 'OK' }, campaign: couponId, amount_of_results: 1, page: 1, data: [one.data] },
  ]);
});

test.for(['data', 'opens', 'claims', 'validations'])(
  'campaign/%s of a coupon without sessions is empty',
  async (name) => {
    const client = await app.client();
    const { id } = await makeCoupon(app.database, client.owner);
    const { body } = await client.rest(`/v3/campaign/${name}`, { campaign: id, page: '3' });
    expect(body).toEqual({ status: { status: 'OK' }, campaign: id, amount_of_results: 0, page: 3, data: [] });
  },
);
