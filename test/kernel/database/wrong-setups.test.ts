import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { startServer as startDatabase } from '../../../scripts/databases/find.ts';
import type { DatabaseServer } from '../../../scripts/databases/server.ts';
import { findWrongSetup } from '../../../src/kernel/database/engines/cluster/address-survey.ts';
import type { WrongSetup } from '../../../src/kernel/database/engines/cluster/wrong-setup.ts';
import { startBalancer } from '../../support/balancer.ts';
import { playServer, startSplittingProxy } from '../../support/played-server.ts';
import { Program, secretOfServers, startAndFail } from '../../support/processes.ts';

const engine = inject('engine');

/** SQLite has no servers. */
describe.skipIf(engine === 'sqlite')('the start ends with a line that says why, and what allows it, if', () => {
  let servers: DatabaseServer[];
  let urls: [string, string];

  beforeAll(async () => {
    servers = await Promise.all([1, 2].map(() => startDatabase(engine as 'mysql' | 'mariadb')));
    urls = (await Promise.all(servers.map(makeDatabase))) as [string, string];
  });

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  test('the address leads to several servers', async () => {
    const balancer = await startBalancer(urls[0]);
    balancer.moveTo(...urls);

    await expectRefusal(balancer.url, 'several-servers', /leads to several servers/);
    expect(await findWrongSetup(balancer.url, ['several-servers'])).toBeNull();
  });

  test('a proxy splits reads from transactions', async () => {
    const proxy = await startSplittingProxy(...urls);

    await expectRefusal(proxy, 'splitting-proxy', /sends reads to another server/);
    expect(await findWrongSetup(proxy, ['splitting-proxy'])).toBeNull();
  });

  test('the server is read-only, also before it has tables, and for users who may write all the same', async () => {
    const [server, url] = [servers[1] as DatabaseServer, urls[1]];
    await change(server.url, 'SET GLOBAL read_only = ON');
    onTestFinished(() => change(server.url, 'SET GLOBAL read_only = OFF'));

    await expectRefusal(url, 'read-only', /is read-only/);
    expect(await findWrongSetup(`${server.url}/setups`, [])).toBe('read-only');
  });

  test.each([
    ['tidb', { version: '8.0.11-TiDB-v8.5.6', comment: 'TiDB Server (Apache License 2.0), MySQL 8.0 compatible' }],
    ['vitess', { version: '8.0.30-Vitess', comment: 'Version: 19.0.0' }],
  ] as const)('the server is %s', async (setup, row) => {
    await expectRefusal(await playServer(row), setup, /Use MySQL or MariaDB/);
  });

  test('a switch that happens during the start does not end it', async () => {
    const balancer = await startBalancer(urls[0]);
    balancer.moveTo(...urls);
    const finding = findWrongSetup(balancer.url, []);
    await balancer.connections(2);
    balancer.moveTo(urls[1]);

    expect(await finding).toBeNull();
  });

  test('a user who may only change rows starts, and commands that only read may do so on a replica', async () => {
    expect(await findWrongSetup(urls[0], [])).toBeNull();
    const [server, url] = [servers[0] as DatabaseServer, urls[0]];
    const migrated = `${server.url}/setups`;
    expect((await new Program('cli.ts', ['migrate'], { DATABASE_URL: migrated }).ended).code).toBe(0);
    await change(server.url, 'SET GLOBAL read_only = ON');
    onTestFinished(() => change(server.url, 'SET GLOBAL read_only = OFF'));

    const [verify, create] = await Promise.all([
      new Program('cli.ts', ['loyalty', 'verify'], { DATABASE_URL: url }).ended,
      new Program('cli.ts', ['account', 'create', '--name', 'Bakery'], { DATABASE_URL: url }).ended,
    ]);

    expect(verify).toMatchObject({ code: 0, errors: '' });
    expect(create).toMatchObject({ code: 1, errors: expect.stringMatching(/^Cannot use DATABASE_URL: .*read-only/) });
  });
});

async function expectRefusal(url: string, setup: WrongSetup, reason: RegExp): Promise<void> {
  const { code, line } = await startAndFail({ DATABASE_URL: url, APP_SECRET: secretOfServers });
  expect(code).toBe(1);
  expect(line).toMatch(/^Cannot use DATABASE_URL: /);
  expect(line).toMatch(reason);
  expect(line).toMatch(new RegExp(`ALLOW_UNSAFE_DATABASE=${setup}\\.$`));
}

/** Makes a database for a user who may only change rows, and returns the address for the user. */
async function makeDatabase({ url }: DatabaseServer): Promise<string> {
  await change(url, 'CREATE DATABASE setups');
  await change(url, `CREATE USER 'app'@'%' IDENTIFIED BY 'secret'`);
  await change(url, `GRANT SELECT, INSERT, UPDATE, DELETE ON setups.* TO 'app'@'%'`);
  return Object.assign(new URL(url), { username: 'app', password: 'secret', pathname: '/setups' }).href;
}

async function change(url: string, statement: string): Promise<void> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
  await connection.query(statement);
  await connection.end();
}
