import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();

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
