import { expect, test } from 'vitest';
import { daysAgo, now } from '../../../src/kernel/values/instant.ts';
import { writeDeliveries } from '../../../src/main/demo/year/delivery-history.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { attempts, deliveriesOf, follow, makeCoupons } from '../../webhooks/webhook-client.ts';

const app = useAppWithBackground();

test('the past of an endpoint leaves alone what it received while the past was made', async () => {
  const client = await app.client();
  const { account } = client.owner;
  const until = now();
  await makeCoupons(client, 'Of the past');
  await app.database.transaction((transaction) =>
    transaction.change(`UPDATE events SET type = 'coupon_validated', created_at = ? WHERE account_id = ?`, [
      daysAgo(2),
      account.id,
    ]),
  );
  const [failing, healthy] = [await follow(client), await follow(client)];
  await makeCoupons(client, 'Of a visitor');
  for (const followed of [failing, healthy]) await attempts(followed, 1);

  const endpoints = { failing: failing.endpoint, healthy: healthy.endpoint };
  await expect
    .poll(() => writeDeliveries(app.database, { account: account.id, endpoints, until } as never), { interval: 50 })
    .toBe(true);

  const amounts = async (endpoint: string) =>
    (await deliveriesOf(client, { endpoint })).map((delivery) => delivery.attempts.length).sort();
  expect(await amounts(failing.endpoint)).toEqual([1, 4]);
  expect(await amounts(healthy.endpoint)).toEqual([1]);
});
