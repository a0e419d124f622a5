import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { startServer as startDatabase } from '../../../scripts/databases/find.ts';
import type { DatabaseServer } from '../../../scripts/databases/server.ts';
import { serveHealth } from '../../../src/http/health.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import { DatabaseWatch } from '../../../src/kernel/database/engines/cluster/database-watch.ts';
import { findWrongSetup } from '../../../src/kernel/database/engines/cluster/setup-checks.ts';
import type { WrongSetup } from '../../../src/kernel/database/engines/cluster/wrong-setup.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { openConfiguredDatabase } from '../../../src/main/process/configured-database.ts';
import { readEnv } from '../../../src/main/process/env.ts';
import { createLog } from '../../../src/main/process/log.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { startBalancer } from '../../support/balancer.ts';
import { playServer, startSplittingProxy } from '../../support/played-server.ts';
import { secretOfServers, startAndFail } from '../../support/processes.ts';

const engine = inject('engine');

/** SQLite has no servers. */
describe.skipIf(engine === 'sqlite')('with servers', () => {
  let servers: [DatabaseServer, DatabaseServer];
  /** Their addresses, for users who may only change rows. */
  let urls: [string, string];

  beforeAll(async () => {
    const start = () => startDatabase(engine as 'mysql' | 'mariadb');
    servers = await Promise.all([start(), start()]);
    urls = await Promise.all([makeDatabase(servers[0]), makeDatabase(servers[1])]);
  });

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  describe('the start ends with a line that says why, and what allows it, if', () => {
    test('the address leads to several servers', async () => {
      const balancer = await startBalancer(urls[0]);
      balancer.moveTo(...urls);

      const { code, line } = await startAndFail({ DATABASE_URL: balancer.url, APP_SECRET: secretOfServers });

      expect(code).toBe(1);
      expect(line).toMatch(/^Cannot use DATABASE_URL: The address leads to several servers/);
      expect(line).toMatch(/ALLOW_UNSAFE_DATABASE=several-servers\.$/);
      expect(await findWrongSetup(balancer.url, ['several-servers'])).toBeNull();
    });

    test('a proxy splits reads from transactions', async () => {
      const proxy = await startSplittingProxy(...urls);

      await expectRefusal(proxy, 'splitting-proxy', /sends reads and transactions to different servers/);
      expect(await findWrongSetup(proxy, ['splitting-proxy'])).toBeNull();
    });

    test('the server is read-only, unless a command only reads', async () => {
      const url = urls[1];
      await makeReadOnly(servers[1]);

      await expectRefusal(url, 'read-only', /is read-only/);
      expect(await findWrongSetup(`${servers[1].url}/setups`, []), 'also for who may write').toBe('read-only');
      const database = await openConfiguredDatabase(envWith(url), { reads: true });
      await database.close();
    });

    test.each([
      ['tidb', { version: '8.0.11-TiDB-v8.5.6', comment: 'TiDB Server (Apache License 2.0), MySQL 8.0 compatible' }],
      ['vitess', { version: '8.0.30-Vitess', comment: 'Version: 19.0.0' }],
    ] as const)('the server is %s', async (setup, row) => {
      await expectRefusal(await playServer(row), setup, /Use MySQL or MariaDB/);
    });

    test('other processes write on another server', async () => {
      const stop = await beatElsewhere(servers[0]);

      await expectRefusal(urls[0], 'several-writers', /write on another server/);
      stop();
      const database = await openConfiguredDatabase(envWith(urls[0], 'several-writers'));
      await database.close();
    });
  });

  describe('the start succeeds, if', () => {
    test('a switch of servers happens meanwhile', async () => {
      const balancer = await startBalancer(urls[0]);
      balancer.moveTo(...urls);
      const finding = findWrongSetup(balancer.url, []);
      await balancer.connections(2);
      balancer.moveTo(urls[1]);

      expect(await finding).toBeNull();
    });

    test('another process left a heartbeat on a former server', async () => {
      await change(servers[0].url, heartbeat('former', 'DATE_SUB(UTC_TIMESTAMP(3), INTERVAL 18 SECOND)'));

      const database = await openConfiguredDatabase(envWith(urls[0]));

      await database.close();
    });
  });

  describe('while the service runs,', () => {
    test('a planned switch to another server is followed, also by reads', async () => {
      const balancer = await startBalancer(urls[0]);
      const { database, watch } = await watching(balancer.url);
      await makeReadOnly(servers[0]);

      balancer.moveTo(urls[1]);
      await watch.report();
      await watch.report();

      expect(watch.role).toEqual({ kind: 'server', role: 'primary' });
      expect(watch.lasting).toEqual([]);
      const reads = await Promise.all(Array.from({ length: 20 }, () => database.rows('SELECT @@port AS port')));
      expect(new Set(reads.map(([row]) => (row as { port: number }).port))).toEqual(
        new Set([Number(new URL(urls[1]).port)]),
      );
    });

    test('an address that leads to several servers is reported when it lasts, and when it is over', async () => {
      const balancer = await startBalancer(urls[0]);
      const { database, watch, health } = await watching(balancer.url);
      balancer.moveTo(...urls);
      database.renew();

      await watch.report();
      expect(watch.lasting).toEqual([]);
      await watch.report();

      expect(watch.lasting).toEqual(['several-servers']);
      expect(await health()).toMatchObject({ status: 200, body: { status: 'ready', wrong: ['several-servers'] } });
      balancer.moveTo(urls[0]);
      database.renew();
      await watch.report();
      expect(watch.lasting).toEqual([]);
    });

    test('processes that write on another server are reported', async () => {
      const { watch } = await watching(urls[0]);
      await change(servers[0].url, heartbeat('other', 'UTC_TIMESTAMP(3)'));
      await watch.report();
      expect(watch.lasting).toEqual([]);

      await change(servers[0].url, heartbeat('other', 'UTC_TIMESTAMP(3)'));
      await watch.report();

      expect(watch.lasting).toEqual(['several-writers']);
      await change(servers[0].url, `DELETE FROM setups.process_heartbeats WHERE process_id = 'other'`);
      await watch.report();
      expect(watch.lasting).toEqual([]);
    });

    test('/readyz is 503 with the role while the server is read-only', async () => {
      const { watch, health } = await watching(urls[0]);
      const ready = { status: 'ready', database: { kind: 'server', role: 'primary' } };
      expect(await health()).toEqual({ status: 200, body: ready });

      const end = await makeReadOnly(servers[0]);
      await watch.report();

      const unavailable = { status: 'unavailable', database: { kind: 'server', role: 'read-only' } };
      expect(await health()).toEqual({ status: 503, body: unavailable });
      await end();
      await expect.poll(health).toEqual({ status: 200, body: ready });
    });

    test('heartbeats are removed when a process ends, and ten minutes after it was killed', async () => {
      await change(servers[0].url, 'DELETE FROM setups.process_heartbeats');
      await change(servers[0].url, heartbeat('killed', 'DATE_SUB(UTC_TIMESTAMP(3), INTERVAL 11 MINUTE)'));
      await change(servers[0].url, heartbeat('dead', 'DATE_SUB(UTC_TIMESTAMP(3), INTERVAL 9 MINUTE)'));
      const { database, watch } = await watching(urls[0]);
      const count = async () => (await database.rows('SELECT 1 FROM process_heartbeats')).length;
      expect(await count()).toBe(2);

      await watch.stop();

      expect(await count()).toBe(1);
    });
  });
});

function envWith(url: string, allowed = '') {
  return readEnv({ DATABASE_URL: url, APP_SECRET: secretOfServers, ALLOW_UNSAFE_DATABASE: allowed });
}

async function expectRefusal(url: string, setup: WrongSetup, reason: RegExp): Promise<void> {
  const refusal: Error = await openConfiguredDatabase(envWith(url)).then(
    () => expect.fail('the database was opened'),
    (error) => error,
  );
  expect(refusal.constructor.name).toBe('StartFailure');
  expect(refusal.message).toMatch(/^Cannot use DATABASE_URL: /);
  expect(refusal.message).toMatch(reason);
  expect(refusal.message).toMatch(new RegExp(`ALLOW_UNSAFE_DATABASE=${setup}\\.$`));
}

/** Opens the database as a process that watches it, and asks for its health. */
async function watching(url: string) {
  const opened = await openDatabase(url, { ...model, migrations: [] });
  const database: Database = opened;
  onTestFinished(() => database.close());
  const watch = new DatabaseWatch(database, createLog('silent'));
  await watch.start();
  onTestFinished(() => watch.stop());
  const server = express().use(serveHealth(database, watch)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const health = async () => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };
  return { database, watch, health };
}

/** Makes a database for a user who may only change rows, and returns the address for the user. */
async function makeDatabase({ url }: DatabaseServer): Promise<string> {
  await change(url, 'CREATE DATABASE setups');
  await change(url, 'CREATE TABLE setups.migrations (name VARCHAR(255))');
  await change(url, `INSERT INTO setups.migrations VALUES ('')`);
  await change(
    url,
    `CREATE TABLE setups.process_heartbeats (process_id VARCHAR(36) PRIMARY KEY, server VARCHAR(255) NOT NULL, beat_at DATETIME(3) NOT NULL)`,
  );
  await change(url, `CREATE USER 'app'@'%' IDENTIFIED BY 'secret'`);
  await change(url, `GRANT SELECT, INSERT, UPDATE, DELETE ON setups.* TO 'app'@'%'`);
  return Object.assign(new URL(url), { username: 'app', password: 'secret', pathname: '/setups' }).href;
}

/** Makes the server read-only until the test ends, or until the returned function is called. */
async function makeReadOnly({ url }: DatabaseServer): Promise<() => Promise<unknown>> {
  const end = () => change(url, 'SET GLOBAL read_only = OFF');
  onTestFinished(() => void end());
  await change(url, 'SET GLOBAL read_only = ON');
  return end;
}

/** Writes heartbeats of a process on another server, many times a second. */
async function beatElsewhere({ url }: DatabaseServer): Promise<() => void> {
  const timer = setInterval(() => void change(url, heartbeat('elsewhere', 'UTC_TIMESTAMP(3)')), 100);
  onTestFinished(async () => {
    clearInterval(timer);
    await change(url, 'DELETE FROM setups.process_heartbeats');
  });
  await change(url, heartbeat('elsewhere', 'UTC_TIMESTAMP(3)'));
  return () => clearInterval(timer);
}

const heartbeat = (process: string, at: string) =>
  `REPLACE INTO setups.process_heartbeats (process_id, server, beat_at) VALUES ('${process}', 'another', ${at})`;

async function change(url: string, statement: string): Promise<RowDataPacket[]> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
  const [rows] = await connection.query<RowDataPacket[]>(statement);
  await connection.end();
  return rows;
}
