import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePort } from '../../../scripts/databases/kept-server.ts';
import { counting } from '../../../src/statistics/counting/event-counting.ts';
import { recountStatistics } from '../../../src/statistics/counting/recount.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { ClaimLoad } from '../../support/claim-load.ts';
import { Client } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';
import { Program, startServer } from '../../support/processes.ts';
import { totalsOf } from '../../support/statistics.ts';

const app = useAppWithDatabaseOfItsOwn();
const kills = 8;
/** The sessions that are claimed at once before each kill, so that the loop has much to count. */
const perKill = 1000;
const ofLoads = 6000;

test('when servers and workers are killed again and again under a load, every event counts exactly once', async () => {
  const client = await app.client();
  const ports = [String(await freePort()), String(await freePort())];
  const startWeb = (index: number) => startServer(app.databaseUrl, { PORT: ports[index], WORKER: 'off' });
  const servers = [startWeb(0), startWeb(1)];
  const workers = [startWorker(), startWorker()];
  const clients = (await Promise.all(servers)).map(({ url }) => new Client(url, client.owner));
  const coupons = await Promise.all(Array.from({ length: 4 }, () => makeCoupon(app.database, client.owner)));
  const [claimed, validated, inBatches, byJob] = coupons.map(({ id }) => id);
  for (const [coupon, amount] of [
    [claimed, ofLoads],
    [validated, ofLoads],
    [inBatches, kills * perKill],
  ] as const)
    expect((await create(client, coupon, amount)).codes).toEqual([]);
  const job = `mutation { createCouponSessionsJob(input: { coupon: "${byJob}", amount: 50000 }) { id } }`;
  expect((await client.graphql(job)).codes).toEqual([]);
  const claims = new ClaimLoad(clients, await sessionsOf(claimed), { customers: 4 });
  const validations = new ClaimLoad(clients, await sessionsOf(validated), {
    customers: 4,
    spending: () => ({ money_spent: (Math.random() * 100).toFixed(3) }),
  });

  const sequences = await sequencesOf(inBatches);
  for (let kill = 0; kill < kills; kill += 1) {
    const index = kill % 2;
    await workers[index]?.says(/(Worker is running)/);
    const part = sequences.slice(kill * perKill, (kill + 1) * perKill);
    const batch = claimBatch(clients, `coupon: "${inBatches}"`, part);
    // Nobody repeats it: whether it has happened, the records say.
    const creation = create(clients[index] as Client, inBatches, 50).catch(() => null);
    await sleep(Math.random() * 300);
    const server = await servers[index];
    await Promise.all([server?.program.stop('SIGKILL'), workers[index]?.stop('SIGKILL')]);
    servers[index] = startWeb(index);
    workers[index] = startWorker();
    await Promise.all([batch, creation]);
  }
  await Promise.all([claims.stop(), validations.stop()]);
  await Promise.all(servers);

  await expect.poll(isCounted).toBe(true);
  expect([...claims.wrong, ...validations.wrong]).toEqual([]);
  const recounted = await recountedBySql();
  expect(recounted).toMatchObject({
    [`${claimed}`]: { created: ofLoads, claimed: claims.claimed.length, validated: 0 },
    [`${validated}`]: { created: ofLoads, claimed: validations.claimed.length, validated: validations.claimed.length },
    [`${inBatches}`]: { claimed: kills * perKill },
    [`${byJob}`]: { created: 50_000 },
  });
  // A repeated call whose first answer was lost may also count as refused.
  for (const [coupon, expected] of Object.entries(recounted))
    expect({ validated: 0, moneySpent: '0.000', claimed: 0, ...(await totalsOf(client, coupon)) }).toMatchObject(
      expected,
    );
  expect(await recountStatistics(app.database)).toMatchObject({ campaigns: 4, waiting: 0, differences: [] });
}, 600_000);

function create(client: Client, coupon: string | undefined, amount: number) {
  return client.graphql(
    `mutation { createSingleUseUrls(input: { coupon: "${coupon}", amount: ${amount} }) { couponId } }`,
  );
}

/** Claims a range of sessions, and again when the server died before it said what came of it. */
async function claimBatch(clients: readonly Client[], coupon: string, sequences: readonly number[]): Promise<void> {
  const range = `${coupon}, startSequence: "${sequences[0]}", endSequence: "${sequences.at(-1)}"`;
  const batch = `mutation { batchUpdateCouponSessions(input: { ${range}, operation: CLAIM }) { updated } }`;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await clients[attempt % 2]?.graphql(batch).catch(() => null);
    if (answer?.codes.length === 0 || (attempt > 0 && answer?.codes[0] === 'SESSIONS_REFUSED')) return;
    await sleep(50);
  }
}

async function sessionsOf(coupon: string | undefined): Promise<string[]> {
  const rows = await app.database.rows<{ session: string }>('SELECT session FROM coupon_sessions WHERE coupon_id = ?', [
    coupon ?? '',
  ]);
  return rows.map(({ session }) => session);
}

async function sequencesOf(coupon: string | undefined): Promise<number[]> {
  const rows = await app.database.rows<{ sequence: number }>(
    'SELECT sequence FROM coupon_sessions WHERE coupon_id = ? ORDER BY sequence',
    [coupon ?? ''],
  );
  return rows.map(({ sequence }) => sequence);
}

/** Returns what the records of each coupon say, as statistics do. */
async function recountedBySql(): Promise<Record<string, object>> {
  const rows = await app.database.rows<Record<'id' | 'created' | 'claimed' | 'validated' | 'money', string>>(
    `SELECT s.coupon_id AS id, COUNT(*) AS created, COUNT(s.claimed_at) AS claimed, COUNT(s.validated_at) AS validated,
       COALESCE(SUM(CAST(ROUND(s.money_spent * 1000) AS DECIMAL(20))), 0) AS money
     FROM coupon_sessions s GROUP BY s.coupon_id`,
  );
  return Object.fromEntries(
    rows.map(({ id, created, claimed, validated, money }) => [
      id,
      {
        ...{ created: Number(created), claimed: Number(claimed), validated: Number(validated) },
        moneySpent: (Number(money) / 1000).toFixed(3),
      },
    ]),
  );
}

function startWorker(): Program {
  return new Program('worker.ts', [], { DATABASE_URL: app.databaseUrl, LOG_LEVEL: 'error' });
}

/** Whether the job has ended and all events are counted. */
async function isCounted(): Promise<boolean> {
  const { cursor, last } = await counting.positions(app.database);
  const waiting = await app.database.rows('SELECT 1 FROM events WHERE position IS NULL LIMIT 1');
  const jobs = await app.database.rows("SELECT 1 FROM jobs WHERE kind = 'createSessionsStep' AND status <> 'DONE'");
  return waiting.length === 0 && jobs.length === 0 && cursor === last;
}
