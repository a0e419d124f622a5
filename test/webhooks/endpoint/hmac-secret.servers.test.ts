import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { requireRow } from '../../../src/kernel/database/rows.ts';
import { Secrets } from '../../../src/kernel/security/secrets.ts';
import { webhookEndpoints } from '../../../src/webhooks/endpoint/endpoint.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { appSecret } from '../../support/make.ts';
import { type Received, Receiver } from '../../support/receiver.ts';
import { type Followed, follow, makeCoupons, untilDelivered } from '../webhook-client.ts';

const app = useAppWithBackground();

/** Follows with a receiver that verifies `x-hmac` with the API secret of the account, as existing receivers do. */
async function followWithSecret(hmacSecret: string): Promise<Followed> {
  const receiver = await Receiver.start();
  receiver.hmacSecret = hmacSecret;
  return follow(await app.client(), { hmacSecret }, receiver);
}

async function update({ client, endpoint }: Followed, input: object) {
  const { data, codes } = await client.graphql(
    'mutation ($input: UpdateWebhookEndpointInput!) { updateWebhookEndpoint(input: $input) { hasHmacSecret } }',
    { input: { id: endpoint, ...input } },
  );
  return codes.length > 0 ? codes : data.updateWebhookEndpoint.hasHmacSecret;
}

test('x-hmac has the key of the owner, and the Standard Webhooks signature the secret of the endpoint', async () => {
  const followed = await followWithSecret('the API secret');
  await makeCoupons(followed.client, 'Rye');
  await untilDelivered(followed, 1);

  const { headers, body } = followed.receiver.received[0] as Received;
  const keyed = (key: string) => createHmac('sha256', key).update(body).digest('hex');
  expect(followed.receiver.refused).toEqual([]);
  expect(headers['x-hmac']).toBe(keyed('the API secret'));
  expect(headers['x-hmac']).not.toBe(keyed(followed.receiver.secret));
});

test('the key can be changed and removed', async () => {
  const followed = await followWithSecret('first');

  expect(await update(followed, { hmacSecret: 'second' })).toBe(true);
  followed.receiver.hmacSecret = 'second';
  await makeCoupons(followed.client, 'Rye');
  await untilDelivered(followed, 1);
  expect(await update(followed, { description: 'Till' })).toBe(true);
  expect(await update(followed, { hmacSecret: null })).toBe(false);
  followed.receiver.hmacSecret = null;
  await makeCoupons(followed.client, 'Wheat');
  await untilDelivered(followed, 2);

  expect(followed.receiver.refused).toEqual([]);
});

test('a rotation of the secret leaves the key of x-hmac as it is', async () => {
  const followed = await followWithSecret('the API secret');
  const { data } = await followed.client.graphql(
    'mutation ($id: ID!) { rotateWebhookSecret(input: { id: $id }) { secret } }',
    { id: followed.endpoint },
  );
  followed.receiver.secret = data.rotateWebhookSecret.secret;
  await makeCoupons(followed.client, 'Rye');
  await untilDelivered(followed, 1);

  expect(followed.receiver.refused).toEqual([]);
  expect(followed.receiver.received[0]?.headers).not.toHaveProperty('x-hmac-previous');
});

test('the key is stored encrypted', async () => {
  const { endpoint } = await followWithSecret('🥐'.repeat(127));

  const { hmacSecret } = await requireRow(app.database, webhookEndpoints, { id: endpoint });
  expect(hmacSecret).not.toContain('🥐');
  expect(new Secrets(appSecret).open(hmacSecret ?? '')).toBe('🥐'.repeat(127));
});

test.each(['', 'x'.repeat(256)])('a key of the wrong length is refused', async (hmacSecret) => {
  const followed = await follow(await app.client());

  expect(await update(followed, { hmacSecret })).toEqual(['INVALID_INPUT']);
});
