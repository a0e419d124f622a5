import { expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';
import { makeDelivery } from '../../support/make.ts';
import { deliveriesOf, follow, makeCoupons, untilDelivered } from '../../webhooks/webhook-client.ts';

const app = useAppWithBackground();
const hostile = '<img src=x onerror=alert(1)>';

test('without deliveries, and without matches, the list says so', async () => {
  const visitor = await ConsoleVisitor.of(app, (await app.client()).owner);
  expect(await visitor.read('/webhooks/deliveries')).toContain('No deliveries yet');
  expect(await visitor.read('/webhooks/deliveries?status=FAILED')).toContain('No matching deliveries');
});

test('a failed delivery is found by its filters, read with every attempt, and replayed from the list', async () => {
  const followed = await follow(await app.client(), { description: 'Shop' });
  const { client, receiver, endpoint } = followed;
  const visitor = await ConsoleVisitor.of(app, client.owner);
  receiver.answers = [(response) => response.writeHead(410).end(hostile)];
  const [coupon = ''] = await makeCoupons(client, hostile);
  await expect.poll(async () => (await deliveriesOf(client, { status: 'FAILED' })).length).toBe(1);
  const [{ id }] = await deliveriesOf(client);

  for (const query of [
    `status=FAILED&endpoint=${endpoint}&type=coupon_created`,
    ...[
      'http=410',
      'outcome=CLIENT_ERROR',
      'from=2020-01-01&to=2999-12-31',
      'http=nonsense&type=nonsense&from=2026-99-99',
    ],
  ])
    expect(await visitor.read(`/webhooks/deliveries?${query}`), query).toContain(id);
  for (const query of ['status=DELIVERED', 'http=500', 'outcome=SERVER_ERROR', 'type=coupon_claimed', 'to=2020-01-01'])
    expect(await visitor.read(`/webhooks/deliveries?${query}`), query).not.toContain(id);

  const page = await visitor.read(`/webhooks/deliveries/${id}`);
  expect(page).toContain('HTTP 410');
  expect(page).toContain('webhook-signature: v1,');
  expect(page).toContain(coupon);
  expect(page).not.toContain(hostile);

  receiver.answers = [200];
  await visitor.post(`/webhooks/${endpoint}`, 'enable');
  const list = '/webhooks/deliveries?status=FAILED';
  expect(await visitor.read(list)).toContain(`aria-label="Replay ${id}"`);
  expect(await visitor.post(list, 'replay', { id, _key: id })).toMatchObject({
    status: 303,
    location: `/console${list}&done=replay`,
  });
  await untilDelivered(followed, 1);
  expect(await visitor.read(`/webhooks/deliveries/${id}`)).toContain('Delivered');
});

test('the pages of a list keep its filters', async () => {
  const followed = await follow(await app.client());
  const names = Array.from({ length: 51 }, (_, index) => `Bread ${index}`);
  await makeCoupons(followed.client, ...names);
  await untilDelivered(followed, 51);
  const visitor = await ConsoleVisitor.of(app, followed.client.owner);

  const first = await visitor.read('/webhooks/deliveries?status=DELIVERED');
  const [, next = ''] = /href="\/console(\/webhooks\/deliveries\?[^"]*after=[^"]*)"/.exec(first) ?? [];
  expect(next).toContain('status=DELIVERED');
  const second = await visitor.read(next.replaceAll('&amp;', '&'));
  const rows = (text: string) => new Set(text.match(/dlv_\w{16}/g)).size;
  expect([rows(first), rows(second)]).toEqual([50, 1]);
  expect((await visitor.get('/webhooks/deliveries?after=nonsense')).status).toBe(400);
});

test('a delivery of another account is not found, and not replayed', async () => {
  const { delivery } = await makeDelivery(app.database, (await app.client()).owner);
  const visitor = await ConsoleVisitor.of(app, (await app.client()).owner);
  expect((await visitor.get(`/webhooks/deliveries/${delivery.id}`)).status).toBe(404);
  const { status, text } = await visitor.post('/webhooks/deliveries', 'replay', { id: delivery.id });
  expect(status, text).toBe(422);
});
