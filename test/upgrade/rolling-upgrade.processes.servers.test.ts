import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { freePort } from '../../scripts/databases/kept-server.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { model } from '../../src/main/registries/tables.ts';
import { openEmpty } from '../kernel/database/scratch.ts';
import { ClaimLoad } from '../support/claim-load.ts';
import { Client, type Owner } from '../support/client.ts';
import { positionedLog } from '../support/events.ts';
import { Follower, transports } from '../support/follow.ts';
import { type RunningServer, startServer } from '../support/processes.ts';
import { follow, makeCoupons } from '../webhooks/webhook-client.ts';
import { CreationLoad } from './creation-load.ts';

const nextVersion = fileURLToPath(new URL('server-of-next-version.ts', import.meta.url));
const secret = 'sixteen-or-more-characters';
const owner = { keyId: 'key_0123456789abcdef', secret } as Owner;
const settings = {
  BOOTSTRAP_API_KEY: `${owner.keyId}:${secret}`,
  ALLOW_INSECURE_WEBHOOKS: 'on',
  ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
};
const inJob = 150_000;
const maxMilliseconds = 15_000;

test.skipIf(inject('engine') === 'sqlite')(
  'while processes are replaced one by one by those of a version that migrates, and one of them goes back, nothing is lost or doubled under load',
  async () => {
    const { database, url } = await openEmpty();
    const ports = [String(await freePort()), String(await freePort())];
    const start = (index: number, script?: string) => startServer(url, { ...settings, PORT: ports[index] }, script);
    const servers = [await start(0), await start(1)];
    const replace = async (index: number, script?: string) => {
      await stop(servers[index]);
      servers[index] = await start(index, script);
    };

    const clients = servers.map((server) => new Client(server.url, owner));
    const [first] = clients as [Client];
    const [claimed = '', created = '', byJob = ''] = await makeCoupons(first, 'Claimed', 'Created', 'By a job');
    const sessions = (await Promise.all(Array.from({ length: 15 }, () => makeSessions(first, claimed)))).flat();
    const { receiver } = await follow(first);
    const followers = transports.map((transport) => new Follower(clients, transport));
    const claims = new ClaimLoad(clients, sessions);
    const creations = new CreationLoad(clients, created);
    const more = async () => {
      const [enough, enoughCreated] = [claims.claimed.length + 100, creations.created.length + 20];
      await expect.poll(() => claims.claimed.length).toBeGreaterThan(enough);
      await expect.poll(() => creations.created.length).toBeGreaterThan(enoughCreated);
    };
    await more();
    await startJob(first, byJob);
    expect(await migrationsIn(database)).toHaveLength(model.migrations.length);
    await replace(0, nextVersion);
    expect(await migrationsIn(database)).toHaveLength(model.migrations.length + 1);
    await more();
    await replace(1, nextVersion);
    await more();
    await replace(0);
    await more();
    await Promise.all([claims.stop(), creations.stop()]);

    const sessionsOf = async (coupon: string) =>
      (
        await database.rows<{ session: string }>('SELECT session FROM coupon_sessions WHERE coupon_id = ?', [coupon])
      ).map(({ session }) => session);
    console.log(claims.summary);
    expect([...claims.wrong, ...creations.wrong]).toEqual([]);
    expect(claims.slowest).toBeLessThan(maxMilliseconds);
    expect((await sessionsOf(created)).toSorted()).toEqual(creations.created.toSorted());
    await expect.poll(async () => (await sessionsOf(byJob)).length).toBe(inJob);

    const log = await positionedLog(database, { ...owner, account: await accountOf(first) });
    const claimsInLog = await database.rows<{ session: string }>(
      `SELECT session FROM events WHERE type = 'coupon_claimed'`,
    );
    expect(claimsInLog.map(({ session }) => session).toSorted()).toEqual(claims.claimed.toSorted());
    for (const { seen } of followers) {
      await expect.poll(() => seen.length).toBe(log.length);
      expect(seen.map(({ id, position, session }) => ({ id, position, session }))).toEqual(log);
    }
    const awaited = log.filter(({ session }) => session !== null).map(({ id }) => id);
    await expect.poll(() => receiver.ids).toEqual(expect.arrayContaining(awaited));
    await Promise.all(followers.map((follower) => follower.stop()));
    for (const server of servers) await stop(server);
  },
  600_000,
);

async function stop(server?: RunningServer): Promise<void> {
  expect(await server?.program.stop()).toMatchObject({ code: 0, errors: '' });
}

/** The migrations that have run. */
function migrationsIn({ dataSource }: Database): Promise<object[]> {
  return dataSource.query('SELECT name FROM migrations');
}

async function makeSessions(client: Client, coupon: string): Promise<string[]> {
  const { data } = await client.graphql(
    `mutation ($coupon: ID!) { made: createSingleUseUrls(input: { coupon: $coupon, amount: 500 }) { sessions { session } } }`,
    { coupon },
  );
  return data.made.sessions.map(({ session }: { session: string }) => session);
}

async function startJob(client: Client, coupon: string): Promise<void> {
  const { errors } = await client.graphql(
    'mutation ($coupon: ID!, $amount: Int!) { createCouponSessionsJob(input: { coupon: $coupon, amount: $amount }) { id } }',
    { coupon, amount: inJob },
  );
  expect(errors).toEqual([]);
}

async function accountOf(client: Client): Promise<Owner['account']> {
  return (await client.graphql('{ viewer { account { id } } }')).data.viewer.account;
}
