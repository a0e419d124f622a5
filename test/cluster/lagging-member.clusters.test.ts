import { type Connection, createConnection } from 'mysql2/promise';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Cluster } from '../../scripts/databases/clusters/cluster.ts';
import { startCluster } from '../../scripts/databases/for-tests.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../src/kernel/database/migration.ts';
import { onSnapshot } from '../../src/kernel/database/snapshot.ts';
import { inOrder, type Parameters } from '../../src/kernel/database/statement.ts';
import { Feed } from '../../src/kernel/event-log/event-feed.ts';
import { lastPosition } from '../../src/kernel/event-log/event-sequencer.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { createLog } from '../../src/main/process/log.ts';
import { model } from '../../src/main/registries/tables.ts';
import { addEndpoint } from '../../src/webhooks/endpoint/endpoint.ts';
import { fanOut } from '../../src/webhooks/fan-out/fan-out-worker.ts';
import { emptyDatabaseUrl, timeoutOfTests } from '../support/database.ts';
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
  const member = await laggingMember(cluster, database, url);
  const first = (await lastPosition(database)) + 1;
  const behind = balanced(database, member, true);
  const loop = fanOut.start(behind, log);
  const feed = new Feed(behind, log);
  const leaving = new AbortController();
  onTestFinished(async () => {
    leaving.abort();
    await Promise.all([loop.stop(), feed.stop()]);
  });

  const followed = positionsOf(feed.follow({ accountId: owner.account.id }, { after: first - 1 }, leaving.signal));
  await database.transaction((transaction) => insertEvents(transaction, owner, amount));
  await sequence(database, owner.account);
  expect(await positionOn(member)).toBe(first - 1);
  await member.catchUp();

  expect(await followed).toEqual(Array.from({ length: amount }, (_, index) => first + index));
  await expect.poll(() => database.rows('SELECT 1 FROM webhook_deliveries')).toHaveLength(amount);
});

test('a snapshot on a member has everything that was committed, and while the member lags, it is the writer', async () => {
  const cluster = await startCluster(isGalera ? 'galera' : 'group-replication');
  onTestFinished(() => cluster.stop());
  const url = await emptyDatabaseUrl(cluster.engine, cluster.url);
  const [writer, reader] = [await cluster.writer(), await readerOf(cluster)];
  const database = await openDatabase(url, model, timeoutOfTests, reader.url + new URL(url).pathname);
  onTestFinished(() => database.close());
  await migrate(database);
  const owner = await makeAccount(database);
  const readFrom = () =>
    onSnapshot(database, async ({ rows }) => {
      const [events] = await rows<{ amount: number }>('SELECT COUNT(*) AS amount FROM events');
      const [place] = await rows<{ port: number }>('SELECT @@port AS port');
      return { port: Number(place?.port), amount: Number(events?.amount) };
    });

  for (let round = 1; round <= 20; round += 1) {
    await database.transaction((transaction) => insertEvents(transaction, owner, 1));
    expect(await readFrom()).toEqual({ port: reader.port, amount: round });
  }
  const member = await laggingMember(cluster, database, url);
  await database.transaction((transaction) => insertEvents(transaction, owner, 1));
  expect(await readFrom()).toEqual({ port: writer.port, amount: 21 });
  expect(database.replicaFailure).toBe('late');
  await member.catchUp();
  await expect.poll(readFrom).toEqual({ port: reader.port, amount: 21 });
});

async function readerOf({ nodes, writer }: Cluster): Promise<Cluster['nodes'][number]> {
  const written = await writer();
  return nodes.find((node) => node !== written) as Cluster['nodes'][number];
}

/** A member that is not the writer, and that applies no writes except while it catches up. */
async function laggingMember(cluster: Cluster, database: Database, url: string): Promise<LaggingNode> {
  const member = await readerOf(cluster);
  const open = async (): Promise<Connection> => {
    const connection = await createConnection({ uri: member.url + new URL(url).pathname, dateStrings: true });
    onTestFinished(() => connection.end());
    return connection;
  };
  const [locking, reading] = [await open(), await open()];
  const rows: Database['rows'] = async <Row>(sql: string, parameters: Parameters = []) =>
    (await reading.execute(...inOrder(sql, parameters)))[0] as Row[];
  // Galera lets other members go on while this lock pauses one. In a group, the lock stops the thread that applies writes.
  const lock = () => locking.query(isGalera ? 'FLUSH TABLES WITH READ LOCK' : 'LOCK TABLES events READ');
  const hasCaughtUp = async () => (await positionOn({ rows })) >= (await lastPosition(database));
  const catchUp = async () => {
    await locking.query('UNLOCK TABLES');
    await expect.poll(hasCaughtUp).toBe(true);
  };
  await expect.poll(hasCaughtUp).toBe(true);
  await lock();
  return { rows, catchUp };
}

function positionOn({ rows }: Pick<Database, 'rows'>): Promise<number> {
  return lastPosition({ rows } as Database);
}

async function positionsOf(events: AsyncIterable<{ position: number }>): Promise<number[]> {
  const found: number[] = [];
  for await (const { position } of events) if (found.push(position) === amount) break;
  return found;
}
