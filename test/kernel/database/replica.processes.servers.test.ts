import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Replication, startReplication } from '../../../scripts/databases/clusters/replication.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import { DatabaseWatch } from '../../../src/kernel/database/engines/cluster/database-watch.ts';
import { beat } from '../../../src/kernel/database/engines/cluster/process-heartbeat.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../../src/kernel/database/migration.ts';
import { onSnapshot } from '../../../src/kernel/database/snapshot.ts';
import { workingFor } from '../../../src/kernel/values/event-loop.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { Client } from '../../support/client.ts';
import { emptyDatabaseUrl, migratedDatabaseUrl, timeoutOfTests } from '../../support/database.ts';
import { appSecret, makeAccount, makeCoupon } from '../../support/make.ts';
import { startServer } from '../../support/processes.ts';
import { visit } from '../../support/visitor.ts';

const engine = inject('engine') as 'mysql' | 'mariadb';

/** More than a page of a list has. */
const many = 1001;

describe.skipIf(inject('engine') === 'sqlite')('with a replica', () => {
  let replication: Replication;
  let database: Database;
  let url: string;
  let replicaUrl: string;

  beforeAll(async () => {
    replication = await startReplication(engine);
    const { writer, replica } = replication;
    url = (await emptyDatabaseUrl(engine, writer.url)).replace(/^mariadb:/, 'mysql:');
    replicaUrl = `${replica.url}${new URL(url).pathname}`;
    database = await openWith(replicaUrl);
    await migrate(database);
    await database.transaction(({ rows }) => beat(rows, 'p1', engine));
  });

  afterAll(async () => {
    await database?.close();
    await replication?.stop();
  });

  test('a snapshot is read there, and has what was committed before it', async () => {
    let written = 0;
    const missing: string[] = [];
    const portAfterWrite = async () => {
      written += 1;
      await write(`value-${written}`);
      await using snapshot = await database.snapshot();
      if (!(await valuesOf(snapshot.database)).includes(`value-${written}`)) missing.push(`value-${written}`);
      return portOf(snapshot.database);
    };

    // On a busy machine the replica can be late; then the writer answers, until the replica is used again.
    for (let round = 1; round <= 50; round += 1) await expect.poll(portAfterWrite).toBe(replication.replica.port);

    expect(missing).toEqual([]);
    expect(database.replicaFailure).toBeNull();
  });

  test('a snapshot shows one moment', async () => {
    await using snapshot = await database.snapshot();
    const before = await valuesOf(snapshot.database);
    await write('later');
    await using next = await database.snapshot();

    expect(await valuesOf(next.database)).toContain('later');
    expect(await valuesOf(snapshot.database)).toEqual(before);
  });

  test('a snapshot cannot be written, and a transaction from it reaches the writer', async () => {
    await using snapshot = await database.snapshot();

    await expect(snapshot.database.rows('DELETE FROM sequences')).rejects.toThrow(/read.only/i);
    const port = await snapshot.database.transaction(portOf);
    expect(port).toBe(replication.writer.port);
  });

  test('the ninth snapshot at once is read from the writer', async () => {
    const open = await Promise.all(Array.from({ length: 9 }, () => database.snapshot()));
    const ports = await Promise.all(open.map((snapshot) => portOf(snapshot.database)));
    await Promise.all(open.map((snapshot) => snapshot[Symbol.asyncDispose]()));

    expect(ports.filter((port) => port === replication.writer.port)).toHaveLength(1);
    await using next = await database.snapshot();
    expect(await portOf(next.database)).toBe(replication.replica.port);
  });

  test('the third snapshot of a root account at once is read from the writer, and others still have room', async () => {
    const own = () => workingFor('acc_reader', () => database.snapshot());
    const open = [await own(), await own(), await own(), await database.snapshot()];
    const ports = await Promise.all(open.map((snapshot) => portOf(snapshot.database)));
    await Promise.all(open.map((snapshot) => snapshot[Symbol.asyncDispose]()));

    const { writer, replica } = replication;
    expect(ports).toEqual([replica.port, replica.port, writer.port, replica.port]);
    await using next = await own();
    expect(await portOf(next.database)).toBe(replica.port);
  });

  test('while it lags, everything is read from the writer, and then from the replica again', async () => {
    await replication.pause();
    await write('unknown to the replica');
    await using snapshot = await database.snapshot();

    expect(snapshot.database).toBe(database);
    expect(database.replicaFailure).toBe('late');
    const said: string[] = [];
    const watch = new DatabaseWatch(database, pino({ level: 'info' }, { write: (line) => void said.push(line) }));
    await watch.report();
    expect(said.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'the replica is not used', reason: 'late' }),
    ]);
    const start = performance.now();
    await using resting = await database.snapshot();
    expect(performance.now() - start, 'a replica that lags is left alone').toBeLessThan(500);
    expect(resting.database).toBe(database);
    await replication.proceed();
    await expect.poll(async () => onSnapshot(database, portOf)).toBe(replication.replica.port);
    expect(await onSnapshot(database, valuesOf)).toContain('unknown to the replica');
    await watch.report();
    expect(said[1]).toContain('the replica is used again');
    await watch.stop();
  });

  test.each(['late', 'unreachable'])('a server that never was a replica counts as %s', async (expected) => {
    const address = expected === 'late' ? inject('serverUrl') : 'mysql://root@127.0.0.1:1/none';
    const other = await openWith(expected === 'late' ? await emptyDatabaseUrl(engine, address) : address);
    onTestFinished(() => other.close());

    expect(await onSnapshot(other, portOf)).toBe(replication.writer.port);
    await expect.poll(() => failureOfNext(other)).toBe(expected);
  });

  test('another database on the replica is refused', async () => {
    const otherUrl = await emptyDatabaseUrl(engine, replication.writer.url);
    const unrelated = await openDatabase(otherUrl, model);
    await migrate(unrelated);
    await unrelated.close();
    const other = await openWith(`${replication.replica.url}${new URL(otherUrl).pathname}`);
    onTestFinished(() => other.close());

    expect(await onSnapshot(other, portOf)).toBe(replication.writer.port);
    await expect.poll(() => failureOfNext(other)).toBe('foreign');
  });

  test('a writer without numbers of transactions has no replica', async () => {
    const plainUrl = await migratedDatabaseUrl(engine, inject('serverUrl'));
    const plain = await openDatabase(plainUrl, model, timeoutOfTests, plainUrl);
    onTestFinished(() => plain.close());

    expect((await plain.snapshot()).database).toBe(plain);
    expect(plain.replicaFailure).toBe('no-positions');
  });

  test('lists, exports, statistics and screens are read there, and other queries are not', async () => {
    const owner = await makeAccount(database);
    for (let made = 0; made < many; made += 1) await makeCoupon(database, owner);
    const { url: service } = await startServer(url, { READ_DATABASE_URL: replicaUrl, APP_SECRET: appSecret });
    const client = new Client(service, owner);
    const visitor = await visit({ database, url: service } as never, owner);
    const statistics = '{ accountStatistics(from: "2026-01-01", to: "2026-01-02", by: DAY) { csvUrl } }';
    const csvUrl = (await client.graphql(statistics)).data.accountStatistics.csvUrl;
    const readyz = async () => (await fetch(`${service}/readyz`)).json();
    const uses: Record<string, () => Promise<void>> = {
      list: async () => expect((await client.rest('/v3/coupon/list')).body.coupon_info).toHaveLength(many),
      export: async () => expect(await (await fetch(csvUrl)).text()).toContain('2026-01-01'),
      statistics: async () => expect((await client.graphql(statistics)).codes).toEqual([]),
      screen: async () => expect((await visitor.open('/campaigns')).status).toBe(200),
      query: async () => expect((await client.graphql('{ coupons { nodes { id } } }')).codes).toEqual([]),
    };

    // A list of two pages reads its first page once more, because its snapshot has both. On a busy machine the replica can be
    // late; then the writer answers, until the replica is used again.
    const expected: Record<string, number> = { list: 2, export: 1, statistics: 1, screen: 1, query: 0 };
    for (const [name, use] of Object.entries(uses)) {
      const counted = async () => {
        const before = await snapshotsOn(replication);
        await use();
        return (await snapshotsOn(replication)) - before;
      };
      await expect.poll(counted, { interval: 1000, message: name }).toBe(expected[name]);
    }
    await expect.poll(readyz).not.toHaveProperty('replica');
    await replication.pause();
    await write('unknown to the replica of the service');
    await uses.statistics?.();
    expect(await readyz()).toMatchObject({ status: 'ready', replica: 'late' });
    await replication.proceed();
  });

  // The last one, because the replica is gone afterwards.
  test('a replica that dies costs no answer', async () => {
    let runs = 0;
    const port = await onSnapshot(database, async (snapshot) => {
      runs += 1;
      if (snapshot !== database) await replication.replica.kill();
      return portOf(snapshot);
    });

    expect({ port, runs }).toEqual({ port: replication.writer.port, runs: 2 });
    expect(await onSnapshot(database, portOf)).toBe(replication.writer.port);
    expect(database.replicaFailure).toBe('unreachable');
  });

  function openWith(replicaAddress: string): Promise<Database> {
    return openDatabase(url, model, timeoutOfTests, replicaAddress);
  }

  /** Why the next snapshot is not on the replica. A busy machine may find it unreachable at first. */
  async function failureOfNext(other: Database): Promise<string | null> {
    await onSnapshot(other, portOf);
    return other.replicaFailure;
  }

  async function write(name: string): Promise<void> {
    await database.transaction((transaction) =>
      transaction.change('INSERT INTO sequences (name, value) VALUES (?, 0)', [name]),
    );
  }
});

async function valuesOf({ rows }: Pick<Database, 'rows'>): Promise<string[]> {
  return (await rows<{ name: string }>('SELECT name FROM sequences ORDER BY name')).map(({ name }) => name);
}

async function portOf({ rows }: Pick<Database, 'rows'>): Promise<number> {
  const [row] = await rows<{ port: number }>('SELECT @@port AS port');
  return Number(row?.port);
}

/** Returns how many snapshots have ended on the replica. Nothing else commits there. */
async function snapshotsOn({ replica }: Replication): Promise<number> {
  const [row] = await replica.query(`SHOW GLOBAL STATUS LIKE 'Com_commit'`);
  return Number(row?.Value);
}
