import { expect, test } from 'vitest';
import { daysAgo, now } from '../../../src/kernel/values/instant.ts';
import { writeDeliveries } from '../../../src/main/demo/delivery-history.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { deliveriesOf, makeCoupons } from '../../webhooks/webhook-client.ts';

const app = useAppWithBackground();

test('the endpoints of the demo have a past once: one has failed for two days, and nothing is sent to it', async () => {
  const client = await app.client();
  const { account } = client.owner;
  const until = now();
  for (const days of [5, 2]) {
    await makeCoupons(client, `Redeemed ${days} days ago`);
    await app.database.transaction((transaction) =>
      transaction.change(
        `UPDATE events SET type = 'coupon_validated', created_at = ? WHERE account_id = ? AND created_at > ?`,
        [daysAgo(days), account.id, daysAgo(1)],
      ),
    );
  }
  const write = () => writeDeliveries(app.database, { account: account.id, until } as never);

  await expect.poll(write, { interval: 50 }).toBe(true);
  expect(await write()).toBe(true);

  const { data } = await client.graphql('{ webhookEndpoints { nodes { id failingSince } } }');
  const endpoints: { id: string; failingSince: string | null }[] = data.webhookEndpoints.nodes;
  expect(endpoints).toHaveLength(2);
  const failing = endpoints.find(({ failingSince }) => failingSince);
  const deliveries = await deliveriesOf(client, { endpoint: failing?.id });
  expect(deliveries.map(({ status, attempts }) => [status, attempts.length]).sort()).toEqual([
    ['DELIVERED', 1],
    ['FAILED', 4],
  ]);
});
