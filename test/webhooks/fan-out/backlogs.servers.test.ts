import { expect, test } from 'vitest';
import { createLog } from '../../../src/main/process/log.ts';
import { fanOut } from '../../../src/webhooks/fan-out/fan-out-worker.ts';
import { useAppWithBackground, useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { insertEvents, sequence } from '../../support/events.ts';
import { makeAccount, makeEndpoint } from '../../support/make.ts';
import { follow, makeCoupons } from '../webhook-client.ts';

const own = useAppWithDatabaseOfItsOwn();

async function deliveriesTo(endpoint: string): Promise<{ number: number; position: number }[]> {
  const rows = await own.database.rows<{ number: number; position: number }>(
    'SELECT number, position FROM webhook_deliveries WHERE endpoint_id = ? ORDER BY number',
    [endpoint],
  );
  return rows.map(({ number, position }) => ({ number: Number(number), position: Number(position) }));
}

test('the deliveries of an account with many events and endpoints do not delay those of another, and none is lost', async () => {
  const [attacker, neighbour] = [await makeAccount(own.database), await makeAccount(own.database)];
  const endpoints: string[] = [];
  for (let number = 0; number < 20; number += 1)
    endpoints.push((await makeEndpoint(own.database, attacker)).endpoint.id);
  const theirs = (await makeEndpoint(own.database, neighbour)).endpoint.id;
  for (let batch = 0; batch < 2; batch += 1)
    await own.database.transaction((transaction) => insertEvents(transaction, attacker, 500));
  await own.database.transaction((transaction) => insertEvents(transaction, neighbour, 1));
  await own.database.transaction((transaction) => insertEvents(transaction, attacker, 1));
  for (const { account } of [attacker, neighbour]) await sequence(own.database, account);

  const loop = fanOut.start(own.database, createLog('silent'));
  for (const endpoint of endpoints)
    await expect.poll(async () => (await deliveriesTo(endpoint)).length, { interval: 500 }).toBe(1001);
  await expect.poll(() => own.database.rows("SELECT 1 FROM sequences WHERE name LIKE 'fan-out %'")).toEqual([]);
  await loop.stop();

  // Numbers have gaps, and in a used database they do not begin with 1.
  const [first] = await deliveriesTo(theirs);
  const earlier = await own.database.rows('SELECT 1 FROM webhook_deliveries WHERE number < ?', [first?.number ?? null]);
  expect(first).toBeDefined();
  expect(earlier.length, 'of 20,021 deliveries').toBeLessThan(1000);
  for (const endpoint of endpoints) {
    const positions = (await deliveriesTo(endpoint)).map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  }
});

const app = useAppWithBackground();

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

  await expect.poll(() => receiver.received.map(({ payload }) => payload.record.name)).toEqual(['Rye', 'Wheat']);
});
