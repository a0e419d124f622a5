import { expect, test } from 'vitest';
import { toInstant } from '../../../src/kernel/values/instant.ts';
import { pruneDeliveries } from '../../../src/webhooks/delivery/delivery.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { deliveriesOf, follow, makeCoupons, untilDelivered } from '../webhook-client.ts';

const app = useAppWithBackground();

test('succeeded deliveries are removed after 30 days, failed ones after 400, each with its attempts', async () => {
  const followed = await follow(await app.client());
  const { client } = followed;
  await makeCoupons(client, 'Very old failure', 'Old failure', 'Old success', 'New success');
  await untilDelivered(followed, 4);
  const [newSuccess, oldSuccess, oldFailure, veryOldFailure] = await deliveriesOf(client);
  await grow(oldSuccess.id, 31, 'DELIVERED');
  await grow(newSuccess.id, 29, 'DELIVERED');
  await grow(oldFailure.id, 399, 'FAILED');
  await grow(veryOldFailure.id, 401, 'FAILED');

  expect(await pruneDeliveries(app.database, { delivered: 30, others: 400 })).toBe(2);
  expect(await pruneDeliveries(app.database, { delivered: 30, others: 400 })).toBe(0);

  const left = await deliveriesOf(client);
  expect(left.map(({ id }) => id)).toEqual([newSuccess.id, oldFailure.id]);
  const [{ count } = { count: -1 }] = await app.database.rows<{ count: number }>(
    'SELECT COUNT(*) AS count FROM webhook_attempts',
  );
  expect(count).toBe(2);
});

async function grow(id: string, days: number, status: string): Promise<void> {
  const at = toInstant(new Date(Date.now() - days * 24 * 3600 * 1000));
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE webhook_deliveries SET created_at = ?, status = ? WHERE id = ?', [at, status, id]),
  );
}
