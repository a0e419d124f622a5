import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startServer as startDatabase } from '../../scripts/databases/find.ts';
import { freePort } from '../../scripts/databases/kept-server.ts';
import { startRedis } from '../../scripts/databases/redis.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../src/kernel/database/migration.ts';
import { model } from '../../src/main/registries/tables.ts';
import { balanceOf } from '../loyalty/calls.ts';
import { misfitsOf } from '../sessions/index/marks.ts';
import { Client } from '../support/client.ts';
import { emptyDatabaseUrl, timeoutOfTests } from '../support/database.ts';
import { positionedLog } from '../support/events.ts';
import { Follower, transports } from '../support/follow.ts';
import { appSecret, makeAccount, makeCoupon, makeIntegration } from '../support/make.ts';
import { makeCard, makeUser } from '../support/make-loyalty.ts';
import { statusesOf } from '../support/make-messages.ts';
import { Program, startServer } from '../support/processes.ts';
import { MailServer } from '../support/smtp-server.ts';
import { type Followed, follow } from '../webhooks/webhook-client.ts';
import { Actors, Caller, Diary } from './actors.ts';
import { plotOf, Watched } from './processes-in-turn.ts';

const engine = inject('engine');
/** Set by `npm run soak`. */
const { SOAK_MINUTES, SOAK_PLOT } = process.env;
const seconds = SOAK_MINUTES ? Number(SOAK_MINUTES) * 60 : 30;
const secondsBetweenKills = 4;
/** From then on, only the newer half of the processes is killed, so that the growth of the others shows. */
const spared = 0.25;
const secondsBetweenOutages = 60;
/** Younger processes still fill their caches. */
const oldEnough = 600;
const maxGrowth = { memory: 40, handles: 40 };

// Half a minute on one engine shows mistakes of the moment. `npm run soak` shows the rest on any of them.
test.skipIf(engine !== 'mysql' && !SOAK_MINUTES)(
  'while everything is used and killed, nothing is lost, doubled or answered wrongly',
  async () => {
    const { url, outage, environment } = await startPlatforms();
    const database = await openDatabase(url, model, timeoutOfTests);
    onTestFinished(() => database.close());
    await migrate(database);
    const owner = await makeAccount(database);
    const mails = await MailServer.startForTest();
    const settings = { username: null, password: null, from: 'mail@bakery.example', ...mails.settings };
    const integration = await makeIntegration(database, owner, { provider: 'SMTP', settings });
    const coupon = await makeCoupon(database, owner);
    const card = await makeCard(database, owner);

    const { watched, addresses } = await startProcesses(url, environment);
    const clients = addresses.map((address) => new Client(address, owner));
    const endpoints = [await follow(clients[0] as Client, { fifo: true }), await follow(clients[0] as Client)];
    const arrivals = new Arrivals(endpoints);
    const users = await Promise.all(Array.from({ length: 5 }, () => makeUser(database, owner, { card })));
    const followers = transports.map((transport) => new Follower(clients, transport));

    const diary = new Diary();
    const caller = new Caller(addresses, owner, diary);
    const codes: string[] = [];
    const claimed: string[] = [];
    const points = users.map(() => 0);
    const expectOk = (what: string, { codes: found }: { codes: (string | number)[] }) =>
      found.length > 0 ? diary.wrong.push(`${what}: ${found}`) : diary.count(what);

    const actors = new Actors();
    actors.add(async () => {
      if (codes.length > 5000) return;
      const made = await caller.graphql(
        'mutation ($input: CreateSingleUseUrlsInput!) { made: createSingleUseUrls(input: $input) { sessions { session } } }',
        { input: { coupon: coupon.id, amount: 200 } },
      );
      expectOk('creation of 200', made);
      codes.push(...(made.data?.made.sessions ?? []).map(({ session }: { session: string }) => session));
    }, 1000);
    for (let till = 0; till < 6; till += 1)
      actors.add(async (turn) => {
        const session = codes.pop();
        if (!session) return;
        const claim = () => caller.rest('/v3/couponsession/update', { couponsession: session, operation: 'claim' });
        if (turn % 10 === 0) {
          const answers = await Promise.all([claim(), claim(), claim()]);
          const outcomes = answers.map(({ codes: [code] }) => code ?? 'claimed').toSorted();
          if (outcomes.join() !== '352,352,claimed') diary.wrong.push(`claim of three: ${outcomes}`);
          else diary.count('claim of three');
        } else expectOk('claim', await claim());
        claimed.push(session);
      }, 120);
    users.forEach(({ cardId, id }, index) => {
      actors.add(async (turn) => {
        const amount = 1 + (turn % 9);
        const input = { card: cardId, user: id, action: 'ADD_POINTS', amount };
        const answer = await caller.graphql(
          'mutation ($input: AdjustLoyaltyBalanceInput!) { adjustLoyaltyBalance(input: $input) { points } }',
          { input },
        );
        expectOk('points', answer);
        points[index] = (points[index] ?? 0) + amount;
      }, 400);
    });
    actors.add(async (turn) => {
      const email = `user${turn}@example.com`;
      expectOk('mail', await caller.rest('/v3/send/email', { campaign: coupon.id, email }));
    }, 300);
    actors.add(async () => {
      const input = { coupon: coupon.id, amount: 300 };
      const query =
        'mutation ($input: CreateCouponSessionsJobInput!) { createCouponSessionsJob(input: $input) { id } }';
      expectOk('job of 300', await caller.graphql(query, { input }));
    }, 5000);
    actors.add(async (turn) => {
      const session = claimed[turn % (claimed.length + 1)];
      if (session) expectOk('lookup', await caller.rest('/v3/couponsession/data', { couponsession: session }));
      expectOk('list', await caller.rest('/v3/coupon/list', {}));
      const query = `{ coupons(first: 5) { nodes { id } }
        campaignStatistics(campaign: "${coupon.id}", by: HOUR) { csvUrl counts { claimed } } }`;
      const { data, codes: refused } = await caller.graphql(query);
      expectOk('query', { codes: refused });
      if (data)
        diary.count('page', Number((await caller.page(new URL(data.campaignStatistics.csvUrl).pathname)) === 200));
      for (const path of ['/guide', '/graphql', `/p/${coupon.code}/${session ?? 'x'}`, '/console', '/till']) {
        const status = await caller.page(path);
        if (status >= 500) diary.wrong.push(`${path}: ${status}`);
        else diary.count('page');
      }
    }, 300);

    const began = Date.now();
    const elapsed = () => (Date.now() - began) / 1000;
    const sampling = setInterval(() => {
      for (const one of watched) one.sample(elapsed());
      arrivals.collect();
    }, 1000);
    let outages = 0;
    for (let kills = 0; elapsed() < seconds; kills += 1) {
      await sleep(secondsBetweenKills * 1000);
      const victims = elapsed() < spared * seconds ? watched : watched.slice(watched.length / 2);
      await victims[kills % victims.length]?.kill();
      if (outage && elapsed() > (outages + 0.5) * Math.min(secondsBetweenOutages, seconds)) {
        await outage(outages);
        outages += 1;
      }
    }
    await actors.stop();

    await expect
      .poll(
        async () => {
          const { QUEUED = 0, SENDING = 0 } = await statusesOf(database, integration);
          return QUEUED + SENDING;
        },
        { timeout: 300_000, interval: 500 },
      )
      .toBe(0);
    const jobs = "SELECT 1 FROM jobs WHERE account_id = ? AND status <> 'DONE'";
    await expect.poll(() => database.rows(jobs, [owner.account.id]), { timeout: 300_000, interval: 500 }).toEqual([]);

    const log = await positionedLog(database, owner);
    const ids = log.map(({ id }) => id).toSorted();
    await expect
      .poll(() => endpoints.map((_, index) => arrivals.of(index).length), { timeout: 300_000, interval: 500 })
      .toEqual(endpoints.map(() => ids.length));
    const last = log.at(-1)?.position;
    await expect
      .poll(() => followers.map(({ seen }) => seen.at(-1)?.position), { timeout: 300_000, interval: 500 })
      .toEqual(followers.map(() => last));
    clearInterval(sampling);
    await Promise.all(followers.map((one) => one.stop()));

    console.log(
      [
        `${(seconds / 60).toFixed(1)} minutes on ${engine}: ${watched.reduce((sum, { kills }) => sum + kills, 0)} kills, ${outages} outages of the database`,
        ...Object.entries(diary.done).map(([what, amount]) => `${what}: ${amount}`),
        `${diary.interrupted} calls were interrupted, the slowest took ${Math.round(diary.slowest)} ms`,
        `${ids.length} events, ${mails.mails.length} mails`,
        ...watched.map(({ name, samples, growth }) => {
          const { memory = 0, handles = 0 } = samples.at(-1) ?? {};
          return `${name}, ${samples.length} s old: ${memory.toFixed(0)} MiB (${growth.memory.toFixed(0)} more than before), ${handles} handles (${growth.handles} more)`;
        }),
      ].join('\n'),
    );
    if (SOAK_PLOT) writeFileSync(SOAK_PLOT, plotOf(watched));

    expect(diary.wrong).toEqual([]);
    expect(log.map(({ position }) => position)).toEqual(log.map((_, index) => (log[0]?.position ?? 0) + index));
    expect(arrivals.of(0)).toEqual(log.map(({ id }) => id));
    expect(arrivals.of(1).toSorted()).toEqual(ids);
    expect(endpoints.flatMap(({ receiver }) => receiver.refused)).toEqual([]);
    for (const { seen } of followers) expect(seen.map(({ id }) => id)).toEqual(log.map(({ id }) => id));

    const claims = await database.rows<{ session: string }>(
      `SELECT e.session AS session FROM events e WHERE e.account_id = ? AND e.type = 'coupon_claimed'`,
      [owner.account.id],
    );
    expect(claims.map(({ session }) => session).toSorted()).toEqual(claimed.toSorted());
    const [sessions] = await database.rows<{ amount: number }>(
      'SELECT COUNT(*) AS amount FROM coupon_sessions WHERE coupon_id = ?',
      [coupon.id],
    );
    const { done } = diary;
    expect(Number(sessions?.amount)).toBe(
      200 * (done['creation of 200'] ?? 0) + 300 * (done['job of 300'] ?? 0) + (done.mail ?? 0),
    );
    const recipients = mails.mails.flatMap(({ to }) => to);
    expect(recipients, 'no mail goes out twice').toHaveLength(new Set(recipients).size);
    const { SENT = 0, UNKNOWN = 0, ...others } = await statusesOf(database, integration);
    expect(others).toEqual({});
    expect(SENT + UNKNOWN).toBe(done.mail);
    expect(recipients.length).toBeGreaterThanOrEqual(SENT);
    const balances = await Promise.all(users.map((user) => balanceOf(clients[0] as Client, user)));
    expect(balances.map(({ points: stored }) => stored)).toEqual(points);
    expect(await misfitsOf(database)).toEqual([]);
    for (const noun of ['loyalty', 'statistics']) {
      const ending = await new Program('cli.ts', [noun, 'verify'], { ...environment, DATABASE_URL: url }).ended;
      expect(ending, ending.output).toMatchObject({ code: 0 });
    }

    for (const { name, samples, growth } of watched.filter(({ samples: { length } }) => length > oldEnough)) {
      expect(growth.memory, `${name} grew in ${samples.length} s`).toBeLessThan(maxGrowth.memory);
      expect(growth.handles, `${name} opened files in ${samples.length} s`).toBeLessThan(maxGrowth.handles);
    }
    const endings = await Promise.all(watched.map((one) => one.stop()));
    expect(endings).toEqual(watched.map(({ name }) => ({ name, code: 0, errors: '' })));
  },
  seconds * 1000 + 1_500_000,
);

/** Starts a database server and Redis of its own, which can fail. SQLite has neither. */
async function startPlatforms() {
  const environment = {
    APP_SECRET: appSecret,
    ALLOW_INSECURE_WEBHOOKS: 'on',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
  };
  if (engine === 'sqlite') {
    const url = await emptyDatabaseUrl(engine, inject('serverUrl'));
    return { url, environment };
  }
  const [server, redis] = await Promise.all([startDatabase(engine), startRedis()]);
  onTestFinished(async () => void (await Promise.all([server.stop(), redis.stop()])));
  return {
    url: await emptyDatabaseUrl(engine, server.url),
    environment: { ...environment, REDIS_URL: redis.url },
    outage: async (number: number) => {
      await server.restart(() => sleep(500));
      if (number % 2 === 1) await redis.restart(() => sleep(500));
    },
  };
}

/** Starts two servers and two workers. SQLite has one process for everything. */
async function startProcesses(url: string, given: Record<string, string>) {
  const count = engine === 'sqlite' ? 1 : 2;
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const environment = { ...given, WORKER: count === 1 ? 'on' : 'off' };
  const servers = ports.map((port, index) => {
    const start = () => startServer(url, { ...environment, PORT: String(port) });
    return new Watched(`server ${index + 1}`, async () => (await start()).program);
  });
  const startWorker = async () => {
    const program = new Program('worker.ts', [], { ...environment, DATABASE_URL: url });
    await program.says(/(Worker is running)/);
    return program;
  };
  const workers = [1, 2].map((number) => new Watched(`worker ${number}`, startWorker));
  const [one, two] = servers;
  const watched = two ? [one as Watched, workers[0] as Watched, two, workers[1] as Watched] : servers;
  for (const each of watched) await each.start();
  return { watched, addresses: ports.map((port) => `http://127.0.0.1:${port}`) };
}

/** The ids of the webhooks that arrived at each endpoint, without their payloads. */
class Arrivals {
  readonly #ids: Set<string>[];
  readonly #endpoints: readonly Followed[];

  constructor(endpoints: readonly Followed[]) {
    this.#endpoints = endpoints;
    this.#ids = endpoints.map(() => new Set());
  }

  collect(): void {
    this.#endpoints.forEach(({ receiver }, index) => {
      for (const id of receiver.ids) this.#ids[index]?.add(id);
      receiver.received.length = 0;
    });
  }

  /** In the order of their first arrival. */
  of(index: number): string[] {
    this.collect();
    return [...(this.#ids[index] ?? [])];
  }
}
