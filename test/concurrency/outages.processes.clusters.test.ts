import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startServer as startDatabase } from '../../scripts/databases/find.ts';
import { startRedis } from '../../scripts/databases/redis.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../src/kernel/database/migration.ts';
import { relayThroughRedis } from '../../src/kernel/signals/redis-relay.ts';
import { Signals } from '../../src/kernel/signals/signals.ts';
import { createLog } from '../../src/main/process/log.ts';
import { model } from '../../src/main/registries/tables.ts';
import { ClaimLoad } from '../support/claim-load.ts';
import { Client } from '../support/client.ts';
import { emptyDatabaseUrl } from '../support/database.ts';
import { positionedLog } from '../support/events.ts';
import { Follower, transports } from '../support/follow.ts';
import { makeAccount, makeCoupon, makeSessions } from '../support/make.ts';
import { startServer } from '../support/processes.ts';
import { follow } from '../webhooks/webhook-client.ts';

const engine = inject('engine');
/** Longer than a request may take, so that a request that waits for the end of the outage is noticed. */
const suspendedMilliseconds = 20_000;
const maxMilliseconds = 15_000;
const settings = { ALLOW_INSECURE_WEBHOOKS: 'on', ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', LOG_LEVEL: 'silent' };

test.runIf(engine !== 'sqlite')(
  'when the database and Redis restart and hang under load, every request gets a response in time, nothing is lost, and all work continues without intervention',
  async () => {
    const [databaseServer, redis] = await Promise.all([startDatabase(engine as 'mysql'), startRedis()]);
    onTestFinished(async () => void (await Promise.all([databaseServer.stop(), redis.stop()])));
    const url = await emptyDatabaseUrl(engine, databaseServer.url);
    const database = await openDatabase(url, model);
    onTestFinished(() => database.close());
    await migrate(database);
    const environment = { ...settings, REDIS_URL: redis.url };
    const servers = [await startServer(url, environment), await startServer(url, { ...environment, WORKER: 'off' })];
    const owner = await makeAccount(database);
    const clients = servers.map((server) => new Client(server.url, owner));
    const coupon = await makeCoupon(database, owner);
    const sessions = await makeSessions(database, coupon, Array(10_000).fill({}));
    const { receiver } = await follow(clients[0] as Client);
    const followers = transports.map((transport) => new Follower(clients, transport));

    const load = new ClaimLoad(
      clients,
      sessions.map(({ session }) => session),
    );
    const more = async () => {
      const enough = load.claimed.length + 50;
      await expect.poll(() => load.claimed.length).toBeGreaterThan(enough);
    };
    await more();
    await redis.restart(more);
    await more();
    await databaseServer.restart(() => sleep(1000));
    await more();
    await redis.restart(() => databaseServer.restart(() => sleep(1000)));
    await more();
    await redis.whileSuspended(more);
    await more();
    await databaseServer.whileSuspended(() => sleep(suspendedMilliseconds));
    await more();
    await redis.whileSuspended(() => databaseServer.whileSuspended(() => sleep(suspendedMilliseconds)));
    await more();
    await load.stop();

    const log = await positionedLog(database, owner);
    console.log(load.summary);
    expect(load.wrong).toEqual([]);
    expect(load.interrupted).toBeGreaterThan(0);
    expect(load.slowest).toBeLessThan(maxMilliseconds);
    expect(log.map(({ session }) => session).toSorted()).toEqual(load.claimed.toSorted());
    for (const { seen } of followers) {
      await expect.poll(() => seen.length).toBe(log.length);
      expect(seen.map(({ id, position, session }) => ({ id, position, session }))).toEqual(log);
    }
    await expect.poll(() => receiver.ids.length).toBe(log.length);
    await Promise.all(followers.map((follower) => follower.stop()));
    for (const { program } of servers) expect((await program.stop()).code).toBe(0);
  },
  600_000,
);

test('signals reach other processes through Redis, before and after a restart of Redis', async () => {
  const redis = await startRedis();
  const [ours, theirs] = [new Signals(), new Signals()];
  const relays = [ours, theirs].map((signals) => relayThroughRedis(signals, redis.url, createLog('silent')));
  onTestFinished(async () => {
    for (const relay of relays) relay.stop();
    await redis.stop();
  });
  const arrives = async () => {
    let arrived = false;
    const listener = theirs.listen('positions');
    const never = new AbortController();
    const woken = listener.next(20_000, never.signal).then(() => (arrived = true));
    while (!arrived) {
      ours.send('positions');
      await sleep(20);
    }
    listener.close();
    await woken;
  };

  await arrives();
  await redis.restart();
  await arrives();
});
