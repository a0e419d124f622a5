import { expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import type { Received, Receiver } from '../../support/receiver.ts';
import { deliveriesOf, follow, makeCoupons, untilDelivered } from '../webhook-client.ts';

const app = useAppWithBackground();

test('a delivery is signed and contains the object as it is after the change', async () => {
  const followed = await follow(await app.client());
  const { client, receiver } = followed;
  const [coupon] = await makeCoupons(client, 'Bread');

  await untilDelivered(followed, 1);

  const { headers, payload } = receiver.received[0] as Received;
  expect(payload).toEqual({
    ...{ id: headers['webhook-id'], kind: 'COUPON_EDIT', type: 'coupon_created', datetime: expect.any(String) },
    ...{ account: client.owner.account.id, coupon, campaign: coupon, subaccount: '' },
    record: (await client.rest('/v3/coupon/info', { campaign: coupon })).body.coupon_info,
  });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^evt_[0-9a-z]{20}$/),
    'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    'webhook-signature': expect.stringMatching(/^v1,\S{44}$/),
    'x-hmac': expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(receiver.refused).toEqual([]);
});

test('the API shows a delivery with its attempt', async () => {
  const followed = await follow(await app.client());
  const { client, receiver, endpoint } = followed;
  receiver.answers = [(response) => response.writeHead(202).end('thank you 🥐')];
  await makeCoupons(client, 'Bread');
  await untilDelivered(followed, 1);

  expect(await deliveriesOf(client)).toEqual([
    {
      id: expect.stringMatching(/^dlv_[0-9a-z]{16}$/),
      eventId: receiver.ids[0],
      status: 'DELIVERED',
      ...{
        createdAt: expect.any(String),
        nextAttemptAt: null,
        finishedAt: expect.any(String),
        endpoint: { id: endpoint },
      },
      attempts: [
        {
          at: expect.any(String),
          milliseconds: expect.any(Number),
          status: 202,
          response: 'thank you 🥐',
          error: null,
        },
      ],
    },
  ]);
});

test('every event arrives once at every endpoint that subscribes to it', async () => {
  const client = await app.client();
  const all = await follow(client);
  const locks = await follow(client, { types: ['coupon_edit_locked'] });
  const sessions = await follow(client, { kinds: ['COUPON'] });
  const [coupon] = await makeCoupons(client, 'Bread', 'Cake', 'Roll');
  await client.graphql('mutation ($id: ID!) { lockCoupon(input: { id: $id }) { id } }', { id: coupon });

  await untilDelivered(all, 4);
  await untilDelivered(locks, 1);

  expect(all.receiver.received).toHaveLength(4);
  expect(all.receiver.ids).toHaveLength(4);
  expect(locks.receiver.received.map(({ payload }) => payload.type)).toEqual(['coupon_edit_locked']);
  expect(sessions.receiver.received).toEqual([]);
});

test('an endpoint receives neither earlier events nor events of other accounts', async () => {
  const client = await app.client();
  await makeCoupons(client, 'Before');
  const followed = await follow(client);
  await makeCoupons(await app.client(), 'Elsewhere');
  await makeCoupons(client, 'After');

  await untilDelivered(followed, 1);
  expect(followed.receiver.received.map(({ payload }) => payload.record.name)).toEqual(['After']);
});

test("a parent's endpoints receive events of its subaccounts unless they exclude them", async () => {
  const parent = await app.client();
  const all = await follow(parent);
  const own = await follow(parent, { includeSubaccounts: false });
  const child = await app.client({ parent: parent.owner.account });
  const ofChild = await follow(child);
  await makeCoupons(child, 'Of the child');
  await makeCoupons(parent, 'Of the parent');

  await untilDelivered(all, 2);
  await untilDelivered(own, 1);
  await untilDelivered(ofChild, 1);
  const names = ({ receiver }: { receiver: Receiver }) => receiver.received.map(({ payload }) => payload.record.name);
  expect([names(all).sort(), names(own), names(ofChild)]).toEqual([
    ['Of the child', 'Of the parent'],
    ['Of the parent'],
    ['Of the child'],
  ]);
});

test('deliveries reuse connections', async () => {
  const followed = await follow(await app.client(), { fifo: true });
  await makeCoupons(followed.client, ...Array.from({ length: 10 }, (_, index) => `Bread ${index}`));

  await untilDelivered(followed, 10);
  expect(followed.receiver.connections).toBe(1);
});

test('a delivery succeeds when the receiver has closed the idle connection', async () => {
  const followed = await follow(await app.client());
  followed.receiver.answers = [
    (response) => {
      response.writeHead(200).end();
      setTimeout(() => response.socket?.destroy(), 5);
    },
  ];
  for (const name of ['Bread', 'Cake', 'Roll']) {
    const before = followed.receiver.received.length;
    await makeCoupons(followed.client, name);
    await untilDelivered(followed, before + 1);
  }

  const deliveries = await deliveriesOf(followed.client);
  expect(deliveries.map(({ attempts }) => attempts.length)).toEqual([1, 1, 1]);
});

test('a FIFO endpoint receives events in order, one at a time', async () => {
  const followed = await follow(await app.client(), { fifo: true });
  const names = Array.from({ length: 40 }, (_, index) => `Bread ${index}`);
  followed.receiver.answers = [(response) => setTimeout(() => response.writeHead(200).end(), Math.random() * 5)];
  await makeCoupons(followed.client, ...names);

  await untilDelivered(followed, names.length);
  expect(followed.receiver.received.map(({ payload }) => payload.record.name)).toEqual(names);
  expect(followed.receiver.maxUnderWay).toBe(1);
});

test('the number of concurrent deliveries to one endpoint is bounded', async () => {
  const followed = await follow(await app.client());
  followed.receiver.answers = [(response) => setTimeout(() => response.writeHead(200).end(), 5)];
  await makeCoupons(followed.client, ...Array.from({ length: 100 }, (_, index) => `Bread ${index}`));

  await untilDelivered(followed, 100);
  expect(followed.receiver.maxUnderWay).toBeLessThanOrEqual(32);
});
