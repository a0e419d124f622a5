import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import type { Cluster } from '../../scripts/databases/clusters/cluster.ts';
import type { ClusterNode } from '../../scripts/databases/clusters/node.ts';
import { startCluster } from '../../scripts/databases/for-tests.ts';
import { openConfiguredDatabase } from '../../src/main/process/configured-database.ts';
import { readEnv } from '../../src/main/process/env.ts';
import { startBalancer } from '../support/balancer.ts';
import { emptyDatabaseUrl } from '../support/database.ts';
import { secretOfServers, startServer } from '../support/processes.ts';

const isGalera = inject('engine') === 'mariadb';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster(isGalera ? 'galera' : 'group-replication');
  return () => cluster.stop();
});

test('a process on another writer than the others is refused, and may start when they have ended', async () => {
  const url = await emptyDatabaseUrl(cluster.engine, cluster.url);
  const writer = await cluster.writer();
  const other = (await othersThan(writer))[0];
  const { program, url: address } = await startServer(urlOn(writer, url));
  const role = { kind: isGalera ? 'galera' : 'group', role: 'primary', members: 3 };
  expect(await readiness(address)).toEqual({ status: 200, body: { status: 'ready', database: role } });

  const refusal = await refusalOf(urlOn(other, url));

  expect(refusal).toMatch(isGalera ? /write on another server of the cluster/ : /read-only/);
  if (!isGalera) return;
  expect((await program.stop()).code).toBe(0);
  expect(await refusalOf(urlOn(other, url))).toBeNull();
});

test('an address that leads to all nodes is refused', async () => {
  const url = await emptyDatabaseUrl(cluster.engine, cluster.url);
  const balancer = await startBalancer(url);
  balancer.moveTo(...cluster.nodes.map(({ url: node }) => node));

  expect(await refusalOf(balancer.url)).toMatch(/several servers/);
});

test.skipIf(isGalera)(
  'a group with several primaries is refused, also if its user may not see the members',
  async () => {
    const url = await emptyDatabaseUrl(cluster.engine, cluster.url);
    const writer = await cluster.writer();
    await writer.query('SELECT group_replication_switch_to_multi_primary_mode()');
    onTestFinished(async () => void (await writer.query('SELECT group_replication_switch_to_single_primary_mode()')));
    await writer.query(`CREATE USER 'app'@'%' IDENTIFIED BY 'secret'`);
    await writer.query(`GRANT ALL ON ${new URL(url).pathname.slice(1)}.* TO 'app'@'%'`);
    const restricted = Object.assign(new URL(urlOn(writer, url)), { username: 'app', password: 'secret' }).href;

    for (const address of [urlOn(writer, url), restricted])
      expect(await refusalOf(address)).toMatch(/The group has several primaries/);
  },
);

test('without a quorum /readyz says so, and no process starts', async () => {
  const url = await emptyDatabaseUrl(cluster.engine, cluster.url);
  const writer = await cluster.writer();
  const { url: address } = await startServer(urlOn(writer, url));
  const minority = await othersThan(writer);
  await Promise.all(minority.map((node) => node.suspend()));
  onTestFinished(async () => void (await Promise.all(minority.map((node) => node.resume()))));

  await expect
    .poll(async () => (await readiness(address)).body, { interval: 200 })
    .toMatchObject({
      status: 'unavailable',
      database: { role: expect.stringMatching(isGalera ? /^no-quorum$/ : /^(no-quorum|read-only)$/) },
    });
  expect(await refusalOf(urlOn(writer, url))).not.toBeNull();
});

/** The address of a database on one node. */
function urlOn(node: ClusterNode, url: string): string {
  return Object.assign(new URL(url), { host: `127.0.0.1:${node.port}` }).href;
}

async function othersThan(writer: ClusterNode): Promise<[ClusterNode, ClusterNode]> {
  return cluster.nodes.filter((node) => node !== writer) as [ClusterNode, ClusterNode];
}

/** Returns why a process does not start, or null if it does. */
async function refusalOf(url: string): Promise<string | null> {
  try {
    const database = await openConfiguredDatabase(readEnv({ DATABASE_URL: url, APP_SECRET: secretOfServers }));
    await database.close();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

async function readiness(address: string) {
  const answer = await fetch(`${address}/readyz`);
  return { status: answer.status, body: await answer.json() };
}
