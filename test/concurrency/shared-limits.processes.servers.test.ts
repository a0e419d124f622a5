import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startRedis } from '../../scripts/databases/redis.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { model } from '../../src/main/registries/tables.ts';
import { Client } from '../support/client.ts';
import { migratedDatabaseUrl } from '../support/database.ts';
import { makeAccount } from '../support/make.ts';
import { startServer } from '../support/processes.ts';

const perSecond = 20;
const windowMilliseconds = 5000;
const quota = 5 * perSecond;
/** The requests that each process may serve before it learns from Redis what the other one has served. */
const inFlight = 20;

test('two processes share a limit through Redis, and each keeps the limit while Redis is away', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const databaseUrl = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
  const database = await openDatabase(databaseUrl, model);
  onTestFinished(() => database.close());
  const environment = { REDIS_URL: redis.url, RATE_LIMIT: `${perSecond}`, LOG_LEVEL: 'silent', WORKER: 'off' };
  const servers = [await startServer(databaseUrl, environment), await startServer(databaseUrl, environment)];
  const owner = await makeAccount(database);
  const load = new Load(servers.map(({ url }) => new Client(url, owner)));

  const together = await load.during(() => sleep(2 * windowMilliseconds));
  const alone = await redisAway(() => load.during(() => sleep(windowMilliseconds)));
  const again = await load.during(() => sleep(2 * windowMilliseconds));
  await load.stop();

  expect(load.wrong).toEqual([]);
  expect(together.served).toBeGreaterThanOrEqual(quota);
  expect(together.served).toBeLessThanOrEqual(together.windows * (quota + inFlight));
  expect(alone.served).toBeGreaterThanOrEqual(quota);
  expect(alone.served).toBeLessThanOrEqual(2 * alone.windows * quota);
  expect(again.served).toBeGreaterThanOrEqual(quota);
  // In the first window after Redis is back, each process may still count alone.
  expect(again.served).toBeLessThanOrEqual((again.windows + 1) * (quota + inFlight));
  for (const { program } of servers) expect((await program.stop()).code).toBe(0);

  /** Kills Redis, and starts it again after the action. */
  async function redisAway<Result>(action: () => Promise<Result>): Promise<Result> {
    let result: Result | undefined;
    await redis.restart(async () => {
      result = await action();
    });
    return result as Result;
  }
}, 240_000);

/** Callers that send requests one after another, far more than the limit, to all processes. */
class Load {
  readonly wrong: string[] = [];
  served = 0;
  #running = true;
  readonly #callers: Promise<unknown>;

  constructor(clients: readonly Client[]) {
    this.#callers = Promise.all(
      clients.flatMap((client) =>
        Array.from({ length: 4 }, async () => {
          while (this.#running) {
            await this.#send(client);
            await sleep(10);
          }
        }),
      ),
    );
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#callers;
  }

  /** Returns how many requests were served during the action, and in how many windows at most. */
  async during(action: () => Promise<unknown>): Promise<{ served: number; windows: number }> {
    const [before, began] = [this.served, Date.now()];
    await action();
    return { served: this.served - before, windows: Math.ceil((Date.now() - began) / windowMilliseconds) + 1 };
  }

  async #send(client: Client): Promise<void> {
    const { status, codes, headers } = await client.rest('/v3/coupon/list');
    if (status === 200) this.served += 1;
    else if (status !== 429 || codes[0] !== 1002 || !headers.has('Retry-After')) this.wrong.push(`${status} ${codes}`);
  }
}
