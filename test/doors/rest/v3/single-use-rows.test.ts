import { expect, test } from 'vitest';
import { useApp } from '../../../support/app.ts';
import { makeCoupon, makeSession } from '../../../support/make.ts';

const app = useApp();

test('singleuse/create returns the new code and its address', async () => {
  const client = await app.client();
  const { id, code } = await makeCoupon(app.database, client.owner);
  const { status, body } = await client.rest('/v3/singleuse/create', { campaign: id });
  const session = body.single_use_code;
  expect(session).toMatch(/^[0-9a-z]{21}$/);
  expect([status, body]).toEqual([
    200,
    {
      ...{ status: { status: 'OK' }, campaign: id, action: 'single_use_code_created', single_use_code: session },
      ...{ single_use_url: `${app.url}/p/${code}/${session}`, sequence_id: expect.any(Number) },
      ...{ widget_validation_code: session.slice(0, 6), custom_validation_code: '', customid: '', duplicate: '0' },
    },
  ]);
});

test('singleuse/create returns the given codes, and flags a duplicate', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const fields = { campaign: id, customid: 'order-1', customvalcode: 'BREAD', duplicate_check: 'customid' };
  const first = await client.rest('/v3/singleuse/create', fields);
  expect(first.body).toMatchObject({ custom_validation_code: 'BREAD', customid: 'order-1', duplicate: '0' });
  const second = await client.rest('/v3/singleuse/create', fields);
  expect(second.body).toEqual({ ...first.body, duplicate: '1' });
});

test('a new session is not started', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { expiry: { flexible: { days: 5 } } });
  const { body } = await client.rest('/v3/singleuse/create', { campaign: id });
  const read = await client.rest('/v3/couponsession/data', { couponsession: body.single_use_code });
  expect(read.body.data.status).toMatchObject({ started: '0', claimed: '0', opened: '0', expiry_date_utc: '' });
});

test('sequence ids ascend', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const create = 'mutation ($id: ID!) { createSingleUseUrl(input: { coupon: $id }) { session { sequenceId } } }';
  const first = await client.rest('/v3/singleuse/create', { campaign: id });
  const second = await client.graphql(create, { id });
  const third = await client.rest('/v3/singleuse/create', { campaign: id });
  const middle = Number(second.data.createSingleUseUrl.session.sequenceId);
  expect(first.body.sequence_id).toBeLessThan(middle);
  expect(third.body.sequence_id).toBeGreaterThan(middle);
});

test('singleuse/remove returns the removed session', async () => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner);
  const fields = { campaign: couponId, couponsession: session };
  const { status, body } = await client.rest('/v3/singleuse/remove', fields);
  expect([status, body]).toEqual([
    200,
    { status: { status: 'OK' }, campaign: couponId, action: 'session_removed', session },
  ]);
  expect((await client.rest('/v3/couponsession/data', { couponsession: session })).codes).toEqual([513]);
  expect((await client.rest('/v3/singleuse/remove', fields)).codes).toEqual([513]);
});
