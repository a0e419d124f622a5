import { expect, test } from 'vitest';
import { Outbound } from '../../../src/kernel/outbound/outbound.ts';
import { Secrets } from '../../../src/kernel/security/secrets.ts';
import { attemptDependencies } from '../../../src/main/background.ts';
import { createLog } from '../../../src/main/process/log.ts';
import { startDeliveries } from '../../../src/webhooks/delivery/delivery-worker.ts';
import { fanOut } from '../../../src/webhooks/fan-out/fan-out-worker.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { sequence } from '../../support/events.ts';
import { balanced, laggingNode } from '../../support/lagging-node.ts';
import { appSecret } from '../../support/make.ts';
import { follow, makeCoupons } from '../webhook-client.ts';

const app = useAppWithDatabaseOfItsOwn();
const log = createLog('silent');

const sender = () =>
  attemptDependencies(
    app.url,
    new Secrets(appSecret),
    new Outbound({ allowInsecure: true, allowedRanges: ['127.0.0.0/8'], timeoutMilliseconds: 60_000 }),
  );

test('the fan-out waits for events that the node of its transaction does not have yet', async () => {
  const { client, endpoint } = await follow(await app.client());
  const node = await laggingNode(app.databaseUrl);
  await makeCoupons(client, 'Rye', 'Oats', 'Bread');
  await sequence(app.database, client.owner.account);
  const behind = balanced(app.database, node, true);
  let steps = 0;
  const counted = {
    ...behind,
    transaction: (...given: Parameters<typeof behind.transaction>) => {
      steps += 1;
      return behind.transaction(...given);
    },
  } as typeof behind;

  const loop = fanOut.start(counted, log);
  const stepsAtOnce = () => {
    app.database.signals.send('positions');
    return steps;
  };
  await expect.poll(stepsAtOnce).toBeGreaterThanOrEqual(3);
  expect(await deliveriesTo(endpoint)).toEqual([]);
  await node.catchUp();

  await expect.poll(() => deliveriesTo(endpoint)).toHaveLength(3);
  await loop.stop();
});

test.each([{ fifo: false }, { fifo: true }])(
  'a delivery waits for its event on a node that lags, FIFO: $fifo',
  async ({ fifo }) => {
    const { client, endpoint, receiver } = await follow(await app.client(), { fifo });
    const loop = fanOut.start(app.database, log);
    const node = await laggingNode(app.databaseUrl);
    await makeCoupons(client, 'Rye', 'Oats');
    await sequence(app.database, client.owner.account);
    await expect.poll(() => deliveriesTo(endpoint)).toHaveLength(2);
    await loop.stop();
    let misses = 0;
    let lags = true;
    const behind = {
      ...app.database,
      rows: (sql: string, parameters: never) => {
        if (/e\.id IN/.test(sql)) misses += 1;
        return (lags ? node : app.database).rows(sql, parameters);
      },
    } as typeof app.database;

    const deliveries = startDeliveries(behind, sender(), log);
    await expect.poll(() => misses).toBeGreaterThanOrEqual(2);
    expect(await deliveriesTo(endpoint)).toMatchObject([{ status: 'PENDING' }, { status: 'PENDING' }]);
    expect(receiver.received).toEqual([]);
    lags = false; // a snapshot taken now could show the endpoint as leased for good
    await expect.poll(() => receiver.received.length).toBe(2);
    await deliveries.stop();
    expect(receiver.received.map(({ payload }) => payload.record.name)).toEqual(
      fifo ? ['Rye', 'Oats'] : expect.arrayContaining(['Rye', 'Oats']),
    );
  },
);

test('a delivery whose event was pruned fails for good', async () => {
  const { client, endpoint, receiver } = await follow(await app.client());
  await makeCoupons(client, 'Rye');
  await sequence(app.database, client.owner.account);
  const loop = fanOut.start(app.database, log);
  await expect.poll(() => deliveriesTo(endpoint)).toHaveLength(1);
  await loop.stop();
  await app.database.transaction(async ({ change }) => {
    await change('DELETE FROM events WHERE account_id = ?', [client.owner.account.id]);
    await change(`UPDATE sequences SET value = 1000000 WHERE name = 'events_pruned'`);
  });

  const deliveries = startDeliveries(app.database, sender(), log);
  await expect.poll(() => deliveriesTo(endpoint)).toEqual([{ status: 'FAILED' }]);
  await deliveries.stop();

  expect(receiver.received).toEqual([]);
});

async function deliveriesTo(endpoint: string): Promise<{ status: string }[]> {
  return app.database.rows('SELECT status FROM webhook_deliveries WHERE endpoint_id = ? ORDER BY position', [endpoint]);
}
