import { expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import { insertEvents, positionedLog } from '../../support/events.ts';
import { makeEndpoint } from '../../support/make.ts';
import { follow, makeCoupons } from '../webhook-client.ts';

const app = useAppWithBackground();

async function deliveriesTo(endpoint: string): Promise<number> {
  const [row] = await app.database.rows<{ count: number }>(
    'SELECT COUNT(*) AS count FROM webhook_deliveries WHERE endpoint_id = ?',
    [endpoint],
  );
  return Number(row?.count);
}

test('the deliveries of an account with many events and endpoints do not delay those of another, and none is lost', async () => {
  const neighbour = await follow(await app.client());
  const attacker = await app.client();
  const endpoints: string[] = [];
  for (let number = 0; number < 40; number += 1)
    endpoints.push((await makeEndpoint(app.database, attacker.owner, { fifo: true })).endpoint.id);
  for (let batch = 0; batch < 4; batch += 1)
    await app.database.transaction((transaction) => insertEvents(transaction, attacker.owner, 500));
  await positionedLog(app.database, attacker.owner);

  await makeCoupons(neighbour.client, 'Bread');
  await expect.poll(() => neighbour.receiver.received.length).toBe(1);
  const made = await deliveriesTo(endpoints.at(-1) ?? '');
  await makeCoupons(attacker, 'Rye');

  expect(made, 'those of the attacker when the neighbour has its own').toBeLessThan(2000);
  for (const endpoint of endpoints) await expect.poll(() => deliveriesTo(endpoint)).toBe(2001);
  const [first = ''] = endpoints;
  const ordered = await app.database.rows<{ position: number }>(
    'SELECT position FROM webhook_deliveries WHERE endpoint_id = ? ORDER BY number',
    [first],
  );
  const positions = ordered.map(({ position }) => Number(position));
  expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  const left = await app.database.rows("SELECT name FROM sequences WHERE name LIKE 'fan-out %'");
  expect(left).toEqual([]);
});

test('after the log was restored without the cursor of webhooks, new events are delivered', async () => {
  const { client, receiver } = await follow(await app.client());
  await makeCoupons(client, 'Rye');
  await expect.poll(() => receiver.received.length).toBe(1);
  await app.database.transaction((transaction) =>
    transaction.change("UPDATE sequences SET value = value + 1000 WHERE name = 'webhook_fan_out'"),
  );
  // The worker looks four times a second.
  await expect
    .poll(() =>
      app.database.rows(
        "SELECT 1 FROM sequences c, sequences e WHERE c.name = 'webhook_fan_out' AND e.name = 'event_position' AND c.value = e.value",
      ),
    )
    .toHaveLength(1);

  await makeCoupons(client, 'Wheat');

  await expect.poll(() => receiver.received.map(({ payload }) => payload.data.name)).toEqual(['Rye', 'Wheat']);
});
