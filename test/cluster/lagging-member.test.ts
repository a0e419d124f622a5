import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Cluster } from '../../scripts/databases/clusters/cluster.ts';
import { startCluster } from '../../scripts/databases/for-tests.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../src/kernel/database/migration.ts';
import { Feed } from '../../src/kernel/event-log/event-feed.ts';
import { lastPosition } from '../../src/kernel/event-log/event-sequencer.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { createLog } from '../../src/main/process/log.ts';
import { model } from '../../src/main/registries/tables.ts';
import { addEndpoint } from '../../src/webhooks/endpoint/endpoint.ts';
import { startFanOut } from '../../src/webhooks/fan-out/fan-out-worker.ts';
import { emptyDatabaseUrl } from '../support/database.ts';
import { insertEvents, sequence } from '../support/events.ts';
import { balanced, type LaggingNode } from '../support/lagging-node.ts';
import { appSecret, makeAccount } from '../support/make.ts';

const isGalera = inject('engine') === 'mariadb';
const log = createLog('silent');
const amount = 10;

test('a feed and webhooks get every event, although half of all reads go to a member of the cluster that lags', async () => {
  const cluster = await startCluster(isGalera ? 'galera' : 'group-replication');
  onTestFinished(() => cluster.stop());
  const url = await emptyDatabaseUrl(cluster.engine, cluster.url);
  const database = await openDatabase(url, model);
  onTestFinished(() => database.close());
  await migrate(database);
  const owner = await makeAccount(database);
  await database.transaction((transaction) =>
    addEndpoint(transaction, new Secrets(appSecret), owner.account.id, { url: 'https://example.com/' }),
  );
  const member = await laggingMember(cluster, database, new URL(url).pathname.slice(1));
  const first = (await lastPosition(database)) + 1;
  const behind = balanced(database, member, true);
  const fanOut = startFanOut(behind, log);
  const feed = new Feed(behind, log);
  const leaving = new AbortController();
  onTestFinished(async () => {
    leaving.abort();
    await Promise.all([fanOut.stop(), feed.stop()]);
  });

  const followed = positionsOf(feed.follow({ accountId: owner.account.id }, { after: first - 1 }, leaving.signal));
  await database.transaction((transaction) => insertEvents(transaction, owner, amount));
  await sequence(database, owner.account);
  expect(await positionOn(member)).toBe(first - 1);
  await member.catchUp();

  expect(await followed).toEqual(Array.from({ length: amount }, (_, index) => first + index));
  await expect.poll(() => database.rows('SELECT 1 FROM webhook_deliveries')).toHaveLength(amount);
});

/** A member that is not the writer, and that applies no writes except while it catches up. */
async function laggingMember(cluster: Cluster, database: Database, name: string): Promise<LaggingNode> {
  const writer = await cluster.writer();
  const member = cluster.nodes.find((node) => node !== writer) as (typeof cluster.nodes)[number];
  const open = async (): Promise<Connection> => {
    const connection = await createConnection({ uri: `${member.url}/${name}`, dateStrings: true });
    onTestFinished(() => connection.end());
    return connection;
  };
  const [locking, reading] = [await open(), await open()];
  const rows = async <Row>(sql: string, parameters: readonly unknown[] = []) =>
    (await reading.execute<RowDataPacket[]>(sql, [...parameters] as never))[0] as Row[];
  // Galera lets other members go on while this lock pauses one. In a group, the lock stops the thread that applies writes.
  const lock = () => locking.query(isGalera ? 'FLUSH TABLES WITH READ LOCK' : 'LOCK TABLES events READ');
  const hasCaughtUp = async () =>
    (await positionOn({ rows: rows as Database['rows'] })) >= (await lastPosition(database));
  const catchUp = async () => {
    await locking.query('UNLOCK TABLES');
    await expect.poll(hasCaughtUp).toBe(true);
  };
  await expect.poll(hasCaughtUp).toBe(true);
  await lock();
  return { rows: rows as Database['rows'], catchUp };
}

function positionOn({ rows }: Pick<Database, 'rows'>): Promise<number> {
  return lastPosition({ rows } as Database);
}

async function positionsOf(events: AsyncIterable<{ position: number }>): Promise<number[]> {
  const found: number[] = [];
  for await (const { position } of events) if (found.push(position) === amount) break;
  return found;
}
