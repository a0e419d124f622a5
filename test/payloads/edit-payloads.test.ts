import { expect, test } from 'vitest';
import { useAppWithBackground } from '../support/app.ts';
import { follow } from '../webhooks/webhook-client.ts';
import { eventId, followInOrder, mutated, time } from './payloads.ts';

const app = useAppWithBackground();

test('every event of a coupon names it as text, and in `campaign`', async () => {
  const client = await app.client();
  const { payloads } = await followInOrder(client);
  const { id } = await mutated(client, 'createCoupon', { name: 'Rye' });
  await mutated(client, 'updateCoupon', { id, title: '2 for 1' });
  await mutated(client, 'setCouponStatus', { id, status: 'EXAMPLE' });
  for (const verb of ['lock', 'unlock', 'void', 'unvoid']) await mutated(client, `${verb}Coupon`, { id });
  await mutated(client, 'createSingleUseUrls', { coupon: id, amount: 2 });
  await mutated(client, 'voidCoupon', { id });
  await mutated(client, 'deleteCoupon', { id });

  const received = await payloads(10);

  const fields = { coupon: id, subaccount: '', campaign: id, kind: 'COUPON_EDIT', account: client.owner.account.id };
  expect(received).toEqual(
    [
      'coupon_created',
      'coupon_updated',
      'coupon_updated',
      'coupon_edit_locked',
      'coupon_edit_unlocked',
      'coupon_edit_voided',
      'coupon_edit_unvoided',
      'coupon_batch_created',
      'coupon_edit_voided',
      'coupon_removed',
    ].map((type) => ({ id: eventId, datetime: time, type, ...fields, record: expect.any(Object) })),
  );
  expect(received[7]?.record).toMatchObject({ campaign: id, amount: 2 });
});

test('the record is coupon_info as REST returns it', async () => {
  const client = await app.client();
  const { payloads } = await followInOrder(client);
  const { id } = await mutated(client, 'createCoupon', { name: 'Rye', value: '2.50', tags: ['rye'] });

  const [created] = await payloads(1);

  expect(created?.record).toEqual((await client.rest('/v3/coupon/info', { campaign: id })).body.coupon_info);
});

test('the events of a subaccount name it', async () => {
  const parent = await app.client();
  const { payloads } = await followInOrder(parent);
  const { id } = await mutated(parent, 'createAccount', { name: 'North' });
  const child = parent.with({ ...parent.headers, 'X-Account': id });
  const { payloads: ofChild } = await followInOrder(child);
  await mutated(child, 'updateAccount', { name: 'South' });
  const { id: coupon } = await mutated(child, 'createCoupon', { name: 'Rye' });

  const received = await payloads(3);

  const data = { email: '', first_name: '', last_name: '', phone: '', country: '' };
  const ofSubaccount = (type: string, name: string) => ({
    ...{ id: eventId, datetime: time, type, subaccount: id, data: { ...data, company_name: name } },
    ...{ kind: 'SUBACCOUNT', account: id, record: expect.objectContaining({ id, name }) },
  });
  expect(received).toEqual([
    ofSubaccount('subaccount_created', 'North'),
    ofSubaccount('subaccount_updated', 'South'),
    {
      ...{ id: eventId, datetime: time, type: 'coupon_created', coupon, subaccount: id, campaign: coupon },
      ...{ kind: 'COUPON_EDIT', account: id, record: expect.any(Object) },
    },
  ]);
  expect(await ofChild(2)).toEqual(received.slice(1));
});

test('an endpoint for new coupons only receives no new sessions', async () => {
  const client = await app.client();
  const coupons = await follow(client, { types: ['coupon_created'] });
  const { payloads } = await followInOrder(client);
  const { id } = await mutated(client, 'createCoupon', { name: 'Rye' });
  await mutated(client, 'createSingleUseUrl', { coupon: id });

  await payloads(2);
  await expect.poll(() => coupons.receiver.received.map(({ payload }) => payload.coupon)).toEqual([id]);
});
