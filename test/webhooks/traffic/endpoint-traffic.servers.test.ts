import { expect, test } from 'vitest';
import { toInstant } from '../../../src/kernel/values/instant.ts';
import { countAttempts, pruneTraffic, removeTraffic } from '../../../src/webhooks/traffic/endpoint-traffic.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { follow, letPass, makeCoupons, untilDelivered } from '../webhook-client.ts';

const app = useAppWithBackground();
const query = `query ($id: ID!, $hours: Int!) { webhookEndpoint(id: $id) {
  waiting
  traffic(hours: $hours) { since delivered failed slow averageMilliseconds }
  trafficByHour(hours: $hours) { since delivered failed }
} }`;

async function trafficOf(client: Client, id: string, hours = 24) {
  const { data, errors } = await client.graphql(query, { id, hours });
  expect(errors).toEqual([]);
  return data.webhookEndpoint;
}

const hoursAgo = (hours: number) => toInstant(new Date(Date.now() - hours * 3_600_000));

test('attempts are counted by their outcome and shown by hour', async () => {
  const followed = await follow(await app.client());
  const { client, endpoint, receiver } = followed;
  receiver.answers = [500, 200];
  await makeCoupons(client, 'Bread', 'Cake');
  await expect.poll(async () => (await trafficOf(client, endpoint)).traffic).toMatchObject({ delivered: 1, failed: 1 });
  expect((await trafficOf(client, endpoint)).waiting).toBe(1);
  await letPass(app.database, endpoint, 6000);
  await untilDelivered(followed, 2);

  const { traffic, trafficByHour, waiting } = await trafficOf(client, endpoint);
  expect(traffic).toMatchObject({ delivered: 2, failed: 1, averageMilliseconds: expect.any(Number) });
  expect(waiting).toBe(0);
  expect(trafficByHour).toHaveLength(24);
  const sum = (name: string) =>
    trafficByHour.reduce((all: number, one: Record<string, number>) => all + (one[name] ?? 0), 0);
  expect([sum('delivered'), sum('failed')]).toEqual([2, 1]);
});

test('a period sums up what began in it', async () => {
  const { client, endpoint } = await follow(await app.client());
  const attempt = { endpointId: endpoint, milliseconds: 100, isDelivered: true };
  await app.database.transaction((transaction) =>
    countAttempts(transaction, [
      { ...attempt, at: hoursAgo(0) },
      { ...attempt, at: hoursAgo(0), milliseconds: 2001, isDelivered: false },
      { ...attempt, at: hoursAgo(3) },
      { ...attempt, at: hoursAgo(30) },
    ]),
  );

  const counts = { delivered: 1, failed: 1, slow: 1, averageMilliseconds: 1051 };
  expect((await trafficOf(client, endpoint, 1)).traffic).toMatchObject(counts);
  expect((await trafficOf(client, endpoint, 24)).traffic).toMatchObject({ delivered: 2, failed: 1 });
  expect((await trafficOf(client, endpoint, 168)).traffic).toMatchObject({ delivered: 3 });
  const none = await follow(client);
  expect((await trafficOf(client, none.endpoint)).traffic).toMatchObject({
    ...{ delivered: 0, failed: 0, averageMilliseconds: null },
  });
});

test.each([0, 169])('a period of %i hours is refused', async (hours) => {
  const { client, endpoint } = await follow(await app.client());
  expect((await client.graphql(query, { id: endpoint, hours })).codes).toContain('INVALID_INPUT');
});

test('numbers are kept for eight days, and go with their endpoint', async () => {
  const { endpoint } = await follow(await app.client());
  const attempt = { endpointId: endpoint, milliseconds: 1, isDelivered: true };
  await app.database.transaction((transaction) =>
    countAttempts(transaction, [
      { ...attempt, at: hoursAgo(9 * 24) },
      { ...attempt, at: hoursAgo(7 * 24) },
    ]),
  );
  const left = () =>
    app.database.rows('SELECT t.bucket AS bucket FROM webhook_traffic t WHERE t.endpoint_id = ?', [endpoint]);

  while ((await pruneTraffic(app.database)) > 0);
  expect(await left()).toHaveLength(1);
  while (!(await removeTraffic(app.database, endpoint)));
  expect(await left()).toEqual([]);
});
