import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished } from 'vitest';
import type { Cluster } from '../../scripts/databases/clusters/cluster.ts';
import { startCluster } from '../../scripts/databases/for-tests.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../src/kernel/database/migration.ts';
import { model } from '../../src/main/registries/tables.ts';
import { ClaimLoad } from '../support/claim-load.ts';
import { Client } from '../support/client.ts';
import { emptyDatabaseUrl } from '../support/database.ts';
import { positionedLog } from '../support/events.ts';
import { makeAccount, makeCoupon, makeSessions } from '../support/make.ts';
import { startServer } from '../support/processes.ts';
import { follow } from '../webhooks/webhook-client.ts';

const isGalera = inject('engine') === 'mariadb';

/**
 * The most milliseconds without a success, and until the first success on a new writer. docs/clusters.md has the figures of
 * a quiet machine; that of the tests may be busy.
 */
export const maxWithout = {
  kill: isGalera ? 10_000 : 40_000,
  newWriter: isGalera ? 8_000 : 5_000,
  plannedSwitch: 3_000,
};

const settings = { ALLOW_INSECURE_WEBHOOKS: 'on', ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', LOG_LEVEL: 'silent' };
/** Successes in a row after which the service counts as well again. */
const enough = 50;
const maxMilliseconds = 15_000;

/** In milliseconds. */
export interface Outage {
  /** The longest time without a success. */
  without: number;
  /** From the moment when the new writer could be written to the first success. */
  onNewWriter: number;
}

/** Two servers on a cluster of its own, under a load of claims, and with an endpoint that follows the events. */
export interface Rig {
  cluster: Cluster;
  load: ClaimLoad;
  /** Waits until more claims succeed. */
  more(): Promise<void>;
  /**
   * Does something to the cluster, waits until enough claims succeed that began afterwards and on another writer if
   * `moves`.
   */
  outage(moves: boolean, work: () => Promise<unknown>): Promise<Outage>;
  /** Ends the load, and expects that nothing was lost, doubled, answered with an error, or answered late. */
  settle(): Promise<void>;
}

export async function startRig(): Promise<Rig> {
  const cluster = await startCluster(isGalera ? 'galera' : 'group-replication');
  onTestFinished(() => cluster.stop());
  const url = await emptyDatabaseUrl(cluster.engine, cluster.url);
  const database = await openDatabase(url, model);
  onTestFinished(() => database.close());
  await migrate(database);
  const servers = [await startServer(url, settings), await startServer(url, { ...settings, WORKER: 'off' })];
  const owner = await makeAccount(database);
  const clients = servers.map((server) => new Client(server.url, owner));
  const coupon = await makeCoupon(database, owner);
  const sessions = await makeSessions(database, coupon, Array(15_000).fill({}));
  const { receiver } = await follow(clients[0] as Client);
  const codes = sessions.map(({ session }) => session);
  const load = new ClaimLoad(clients, codes, { pause: 100 });
  const more = async () => {
    const aim = load.claimed.length + enough;
    await expect.poll(() => load.claimed.length).toBeGreaterThan(aim);
  };
  return {
    cluster,
    load,
    more,
    outage: async (moves, work) => {
      const former = await cluster.writer();
      const gap = new Gap(load);
      await work();
      while (moves && (await cluster.writer()) === former) await sleep(20);
      const onNewWriter = await untilNext(load);
      await more();
      return { without: gap.end(), onNewWriter };
    },
    settle: async () => {
      await load.stop();
      console.log(load.summary);
      await expectExact(database, load, owner);
      const ids = (await positionedLog(database, owner)).map(({ id }) => id).toSorted();
      await expect.poll(() => [...new Set(receiver.ids)].toSorted(), { interval: 200 }).toEqual(ids);
      for (const { program } of servers) expect((await program.stop()).code).toBe(0);
    },
  };
}

/** Waits for the next success, and returns how many milliseconds that took. */
async function untilNext(load: ClaimLoad): Promise<number> {
  const [before, began] = [load.claimed.length, performance.now()];
  while (load.claimed.length === before) await sleep(5);
  return Math.round(performance.now() - began);
}

async function expectExact(database: Database, load: ClaimLoad, owner: Parameters<typeof positionedLog>[1]) {
  const log = await positionedLog(database, owner);
  expect(load.wrong).toEqual([]);
  expect(load.slowest).toBeLessThan(maxMilliseconds);
  expect(log.map(({ session }) => session).toSorted()).toEqual(load.claimed.toSorted());
  expect(log.map(({ position }) => position)).toEqual(log.map((_, index) => (log[0]?.position ?? 0) + index));
}

/** Watches a load for the longest time without a success. */
class Gap {
  readonly #timer: NodeJS.Timeout;
  #longest = 0;

  constructor(load: ClaimLoad) {
    let claimed = load.claimed.length;
    let since = performance.now();
    this.#timer = setInterval(() => {
      this.#longest = Math.max(this.#longest, performance.now() - since);
      if (load.claimed.length === claimed) return;
      claimed = load.claimed.length;
      since = performance.now();
    }, 5);
  }

  end(): number {
    clearInterval(this.#timer);
    return Math.round(this.#longest);
  }
}
