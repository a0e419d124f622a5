import { expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import { day, endpointOf, type Followed, follow, letPass, makeCoupons, untilDelivered } from '../webhook-client.ts';

const app = useAppWithBackground();

async function rotate({ client, endpoint }: Followed): Promise<string> {
  const { data } = await client.graphql(
    'mutation ($id: ID!) { rotateWebhookSecret(input: { id: $id }) { secret endpoint { previousSecretUntil } } }',
    { id: endpoint },
  );
  return data.rotateWebhookSecret.secret;
}

test('for 24 hours after a rotation deliveries are signed with the old and the new secret', async () => {
  const followed = await follow(await app.client());
  const { client, receiver, endpoint } = followed;
  await makeCoupons(client, 'Before');
  await untilDelivered(followed, 1);
  const old = receiver.secret;

  const fresh = await rotate(followed);
  await makeCoupons(client, 'Right after');
  await untilDelivered(followed, 2);
  await letPass(app.database, endpoint, 0.99 * day);
  await makeCoupons(client, 'Late');
  await untilDelivered(followed, 3);
  receiver.secret = fresh;
  await makeCoupons(client, 'Changed over');
  await untilDelivered(followed, 4);
  await letPass(app.database, endpoint, 0.02 * day);
  await makeCoupons(client, 'Next day');
  await untilDelivered(followed, 5);

  expect(fresh).not.toBe(old);
  expect(receiver.refused).toEqual([]);
  const signatures = receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length);
  expect(signatures).toEqual([1, 2, 2, 2, 1]);
  const older = receiver.received.map(({ headers }) => 'x-hmac-previous' in headers);
  expect(older).toEqual([false, true, true, true, false]);
});

test('after 24 hours the old secret is no longer valid', async () => {
  const followed = await follow(await app.client());
  await rotate(followed);
  expect(await endpointOf(followed)).toMatchObject({ previousSecretUntil: expect.any(String) });
  await letPass(app.database, followed.endpoint, 1.01 * day);
  expect(await endpointOf(followed)).toMatchObject({ previousSecretUntil: null });

  await makeCoupons(followed.client, 'Bread');

  await expect.poll(() => followed.receiver.refused).toEqual([expect.stringContaining('No matching signature')]);
});

test('a second rotation invalidates the oldest of three secrets', async () => {
  const followed = await follow(await app.client());
  const second = await rotate(followed);
  await rotate(followed);
  await makeCoupons(followed.client, 'Bread');
  await expect.poll(() => followed.receiver.refused).toHaveLength(1);

  followed.receiver.secret = second;
  await makeCoupons(followed.client, 'Cake');
  await untilDelivered(followed, 1);
});

test('waiting retries are signed again with the new secret', async () => {
  const followed = await follow(await app.client());
  followed.receiver.answers = [500, 200];
  await makeCoupons(followed.client, 'Bread');
  await expect.poll(() => followed.receiver.received.length).toBe(1);

  followed.receiver.secret = await rotate(followed);
  await expect.poll(async () => (await endpointOf(followed)).failingSince).not.toBeNull();
  await letPass(app.database, followed.endpoint, 6000);
  await untilDelivered(followed, 1);

  expect(followed.receiver.refused).toEqual([]);
});
