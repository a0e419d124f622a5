import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import type { Received } from '../../support/receiver.ts';
import { deliveriesOf, follow, makeCoupons, untilDelivered } from '../webhook-client.ts';

const app = useAppWithBackground();
const query = `query ($id: ID!) { webhookDelivery(id: $id) {
  event { id type data } lastAttempt { status } request { url headers { name value } body }
} }`;

test('the request of a delivery is the one that the endpoint received, signed anew', async () => {
  const followed = await follow(await app.client());
  const { client, receiver } = followed;
  await makeCoupons(client, 'Bread');
  await untilDelivered(followed, 1);
  const { body, payload, headers: received } = receiver.received[0] as Received;
  const [{ id }] = await deliveriesOf(client);

  const { data, errors } = await client.graphql(query, { id });

  expect(errors).toEqual([]);
  const { event, lastAttempt, request } = data.webhookDelivery;
  expect(request).toMatchObject({ url: receiver.url, body });
  expect(lastAttempt).toEqual({ status: 200 });
  expect(event).toEqual({ id: payload.id, type: 'coupon_created', data: payload.record });
  const headers = Object.fromEntries(
    request.headers.map(({ name, value }: { name: string; value: string }) => [name, value]),
  );
  expect(headers).toMatchObject({ 'webhook-id': received['webhook-id'], 'x-hmac': received['x-hmac'] });
  expect(new Webhook(receiver.secret).verify(request.body, headers)).toEqual(payload);
});

test('the request of an event of a subaccount is shown to the parent', async () => {
  const followed = await follow(await app.client());
  const { client, receiver } = followed;
  await client.graphql('mutation { createAccount(input: { name: "Branch" }) { id } }');
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  const [delivery] = await deliveriesOf(client);

  const { data } = await client.graphql(query, { id: delivery.id });

  expect(JSON.parse(data.webhookDelivery.request.body)).toEqual(receiver.received[0]?.payload);
});
