import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RedisServer, startRedis } from '../scripts/databases/redis.ts';
import type { Database } from '../src/kernel/database/database.ts';
import { deleteRows } from '../src/kernel/database/rows.ts';
import { Secrets } from '../src/kernel/security/secrets.ts';
import { recordSessionsWhere } from '../src/sessions/session/session-events.ts';
import { addEndpoint, webhookEndpoints } from '../src/webhooks/endpoint/endpoint.ts';
import { ask } from './ask.ts';
import { type Data, fill, withDatabase } from './data.ts';
import type { BenchServer } from './database.ts';
import { listenLocally } from './local-server.ts';
import type { ServerProcess } from './measured-process.ts';
import { appSecret, startService, startWorkerProcess } from './servers.ts';
import { tableOf } from './table.ts';

const deliveries = 20_000;
const endpointCounts = [1, 10, 100];
const claims = 350;
const warmUp = 50;

interface Workplace {
  database: Database;
  url: string;
  data: Data;
  receiver: Receiver;
}

interface Result {
  title: string;
  figure: string;
  cpu: string;
  aim: string;
}

/** Measures how fast a worker sends a backlog of events to a local receiver, and the delay of a single event on an idle system. */
export async function measureWebhooks(databases: BenchServer): Promise<string> {
  const url = await databases.create();
  const data = await fill(url, deliveries);
  const receiver = await startReceiver();
  const results = await withDatabase(url, async (database) => {
    const measured: Result[] = [];
    const workplace = { database, url, data, receiver };
    for (const count of endpointCounts) measured.push(await measureRate(workplace, count));
    measured.push(await measureDelay(workplace, { where: 'one process', aim: '50', first: 0 }));
    const redis = await startRedis();
    const across = { where: 'two with Redis', aim: '100', first: claims, redis };
    measured.push(await measureDelay(workplace, across).finally(redis.stop));
    return measured;
  }).finally(receiver.close);
  return tableOf(results, {
    webhooks: ({ title }) => title,
    figure: ({ figure }) => figure,
    aim: ({ aim }) => aim,
    'CPU µs of the worker': ({ cpu }) => cpu,
  });
}

/** Writes all events before the worker starts. The worker then assigns positions, fans out, claims, sends and records outcomes. */
async function measureRate({ database, url, data, receiver }: Workplace, count: number): Promise<Result> {
  await setEndpoints(database, data, receiver.url, count);
  await recordEvents(database, data, deliveries / count);
  const arrivals = receiver.begin();
  const worker = startWorkerProcess(url);
  try {
    while (arrivals.size === 0) await sleep(5);
    const [began, before] = [performance.now(), (await worker.usage()).cpu];
    while (arrivals.size < deliveries) await sleep(5);
    const seconds = (performance.now() - began) / 1000;
    const cpu = ((await worker.usage()).cpu - before) / deliveries;
    const title = `deliveries/s to ${count} endpoint${count === 1 ? '' : 's'}`;
    return { title, figure: (deliveries / seconds).toFixed(0), cpu: cpu.toFixed(0), aim: '' };
  } finally {
    await worker.stop();
  }
}

/** Measures the delay with everything in one process, or with a separate worker, which Redis wakes. */
async function measureDelay(
  { database, url, data, receiver }: Workplace,
  { where, aim, first, redis }: { where: string; aim: string; first: number; redis?: RedisServer },
): Promise<Result> {
  await setEndpoints(database, data, receiver.url, 1);
  const env: Record<string, string> = redis ? { REDIS_URL: redis.url } : { WORKER: 'on' };
  const service = await startService(url, { env });
  const worker = redis && startWorkerProcess(url, { env });
  try {
    const sessions = data.unclaimed.slice(first, first + claims);
    const sorted = (await delaysOf(service, sessions, data, receiver)).sort((one, other) => one - other);
    const at = (part: number) => (sorted[Math.floor(part * sorted.length)] ?? 0).toFixed(1);
    const title = `ms from claim to webhook when idle, p50 / p99, ${where}`;
    return { title, figure: `${at(0.5)} / ${at(0.99)}`, cpu: '', aim };
  } finally {
    await Promise.all([worker?.stop(), service.stop()]);
  }
}

/** Measures the time from before a claim is sent until its webhook arrives, one claim at a time. */
async function delaysOf(
  service: ServerProcess,
  sessions: readonly string[],
  data: Data,
  receiver: Receiver,
): Promise<number[]> {
  const delays: number[] = [];
  for (const session of sessions) {
    const arrivals = receiver.begin();
    const began = performance.now();
    await ask(service, '/v3/couponsession/update', { couponsession: session, operation: 'claim' }, data);
    while (arrivals.size === 0) await sleep(1);
    const [arrived = 0] = arrivals.values();
    delays.push(arrived - began);
    await sleep(10 * Math.random());
  }
  return delays.slice(warmUp);
}

/** Gives the account exactly this many endpoints. */
async function setEndpoints(database: Database, { accountId }: Data, url: string, count: number): Promise<void> {
  const secrets = new Secrets(appSecret);
  await database.transaction(async (transaction) => {
    await deleteRows(transaction, webhookEndpoints, { accountId });
    for (let made = 0; made < count; made += 1)
      await addEndpoint(transaction, secrets, accountId, { url: `${url}/${made}` });
  });
}

function recordEvents(database: Database, { keyId }: Data, last: number): Promise<unknown> {
  return database.transaction((transaction) =>
    recordSessionsWhere(transaction, { type: 'coupon_claimed', keyId }, 's.sequence <= :last', { last }),
  );
}

interface Receiver {
  url: string;
  /** Discards earlier arrivals, and returns a map that records when each delivery arrives, by endpoint and event. */
  begin: () => ReadonlyMap<string, number>;
  close: () => void;
}

async function startReceiver(): Promise<Receiver> {
  let arrivals = new Map<string, number>();
  const server = await listenLocally(async (request, response) => {
    const at = performance.now();
    await text(request);
    arrivals.set(`${request.url} ${request.headers['webhook-id']}`, at);
    response.writeHead(204).end();
  });
  const begin = () => {
    arrivals = new Map();
    return arrivals;
  };
  return { ...server, begin };
}
