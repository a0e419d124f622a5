import { expect, inject, onTestFinished, test } from 'vitest';
import { startCluster } from '../../scripts/databases/for-tests.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../src/kernel/database/migration.ts';
import { model } from '../../src/main/registries/tables.ts';
import { Client } from '../support/client.ts';
import { emptyDatabaseUrl } from '../support/database.ts';
import { makeAccount, makeCoupon, makeSessions } from '../support/make.ts';
import { startServer } from '../support/processes.ts';

const isGalera = inject('engine') === 'mariadb';

const limited = isGalera
  ? 'SET GLOBAL wsrep_max_ws_size = 1000000'
  : 'SET GLOBAL group_replication_transaction_size_limit = 1000000';

test('a cluster with its default limits takes 130,000 changes at once, and too many are refused without any change', async () => {
  const { database, client, cluster } = await onCluster();
  // What an operator has who configured nothing.
  if (!isGalera)
    for (const node of cluster.nodes)
      await node.query('SET GLOBAL binlog_row_image = FULL, GLOBAL binlog_transaction_compression = OFF');
  const { id } = await makeCoupon(database, client.owner);

  const first = await create(client, id, 100_000);
  await create(client, id, 30_000);
  const update = (operation: string) =>
    client.rest('/v3/batch/update', { campaign: id, startsequence: first, operation });
  const count = async (what: string) => Number((await database.rows<{ count: number }>(what, [id]))[0]?.count);
  const voided = () =>
    count('SELECT COUNT(*) AS count FROM coupon_sessions WHERE coupon_id = ? AND voided_at IS NOT NULL');
  const events = () =>
    count(
      `SELECT COUNT(*) AS count FROM events WHERE campaign_id = ? AND type IN ('coupon_voided', 'coupon_unvoided')`,
    );
  expect(await update('void')).toMatchObject({ status: 200 });
  expect([await voided(), await events()]).toEqual([130_000, 130_000]);

  for (const node of cluster.nodes) await node.query(limited);
  expect(await update('unvoid')).toMatchObject({ status: 413, codes: [1003] });

  expect([await voided(), await events()]).toEqual([130_000, 130_000]);
  const [single] = await makeSessions(database, await makeCoupon(database, client.owner), [{}]);
  const claim = { couponsession: single?.session, operation: 'claim' };
  expect(await client.rest('/v3/couponsession/update', claim)).toMatchObject({ status: 200 });
});

async function create(client: Client, campaign: string, amount: number): Promise<number> {
  const { status, body } = await client.rest('/v3/multiplesingleuse/create', { campaign, amount });
  expect(status).toBe(200);
  return body.data[0].sequence_id;
}

async function onCluster() {
  const cluster = await startCluster(isGalera ? 'galera' : 'group-replication');
  onTestFinished(() => cluster.stop());
  const url = await emptyDatabaseUrl(cluster.engine, cluster.url);
  const database = await openDatabase(url, model);
  onTestFinished(() => database.close());
  await migrate(database);
  const server = await startServer(url, { WORKER: 'off', LOG_LEVEL: 'silent' });
  return { cluster, database, client: new Client(server.url, await makeAccount(database)) };
}
