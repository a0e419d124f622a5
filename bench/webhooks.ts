import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../scripts/databases/redis.ts';
import type { Database } from '../src/kernel/database/database.ts';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { deleteRows } from '../src/kernel/database/rows.ts';
import { Secrets } from '../src/kernel/security/secrets.ts';
import { model } from '../src/main/registries/tables.ts';
import { recordSessionsWhere } from '../src/sessions/session/session-events.ts';
import { addEndpoint, webhookEndpoints } from '../src/webhooks/endpoint/endpoint.ts';
import { ask } from './ask.ts';
import { type Data, fill } from './data.ts';
import type { BenchServer } from './database.ts';
import type { ServerProcess } from './measured-process.ts';
import { appSecret, startService, startWorkerProcess } from './servers.ts';
import { tableOf } from './table.ts';

const deliveries = 20_000;
const endpointCounts = [1, 10, 100];
const claims = 350;
const warmUp = 50;
const chunk = 5000;

interface Result {
  title: string;
  figure: string;
  cpu: string;
  aim: string;
}

/** Measures how fast a worker sends a backlog of events to a local receiver, and the delay of a single event on an idle system. */
export async function measureWebhooks(
  databases: BenchServer,
  wanted: (name: string) => boolean,
): Promise<string | null> {
  if (!wanted('webhooks')) return null;
  const url = await databases.create();
  const data = await fill(url, deliveries);
  const database = await openDatabase(url, model);
  const receiver = await startReceiver();
  try {
    const results: Result[] = [];
    for (const count of endpointCounts) results.push(await measureRate(database, url, data, receiver, count));
    results.push(await measureDelay(database, url, data, receiver));
    results.push(await measureDelayAcross(database, url, data, receiver));
    return tableOf(results, {
      webhooks: ({ title }) => title,
      figure: ({ figure }) => figure,
      aim: ({ aim }) => aim,
      'CPU µs of the worker': ({ cpu }) => cpu,
    });
  } finally {
    receiver.close();
    await database.close();
  }
}

/** Writes all events before the worker starts. The worker then assigns positions, fans out, claims, sends and records outcomes. */
async function measureRate(
  database: Database,
  url: string,
  data: Data,
  receiver: Receiver,
  count: number,
): Promise<Result> {
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

/** Measures the delay with everything in one process. */
async function measureDelay(database: Database, url: string, data: Data, receiver: Receiver): Promise<Result> {
  await setEndpoints(database, data, receiver.url, 1);
  const service = await startService(url, { WORKER: 'on' });
  try {
    return await delayOf('one process', '50', service, data.unclaimed.slice(0, claims), data, receiver);
  } finally {
    await service.stop();
  }
}

/** Measures the delay with a separate worker, which Redis wakes. */
async function measureDelayAcross(database: Database, url: string, data: Data, receiver: Receiver): Promise<Result> {
  await setEndpoints(database, data, receiver.url, 1);
  const redis = await startRedis();
  const service = await startService(url, { REDIS_URL: redis.url });
  const worker = startWorkerProcess(url, { REDIS_URL: redis.url });
  try {
    return await delayOf('two with Redis', '100', service, data.unclaimed.slice(claims, 2 * claims), data, receiver);
  } finally {
    await Promise.all([worker.stop(), service.stop()]);
    await redis.stop();
  }
}

/** Measures the time from before a claim is sent until its webhook arrives, one claim at a time. */
async function delayOf(
  where: string,
  aim: string,
  service: ServerProcess,
  sessions: readonly string[],
  data: Data,
  receiver: Receiver,
): Promise<Result> {
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
  const sorted = delays.slice(warmUp).sort((one, other) => one - other);
  const at = (part: number) => (sorted[Math.floor(part * sorted.length)] ?? 0).toFixed(1);
  const title = `ms from claim to webhook when idle, p50 / p99, ${where}`;
  return { title, figure: `${at(0.5)} / ${at(0.99)}`, cpu: '', aim };
}

/** Gives the account exactly this many endpoints. */
async function setEndpoints(database: Database, { accountId }: Data, url: string, count: number): Promise<void> {
  const secrets = new Secrets(appSecret);
  await database.transaction(async (transaction) => {
    await deleteRows(transaction, webhookEndpoints, { accountId });
    for (let made = 0; made < count; made += 1)
      await addEndpoint(transaction, secrets, accountId, { url: `${url}${made}` });
  });
}

async function recordEvents(database: Database, { keyId }: Data, amount: number): Promise<void> {
  for (let first = 1; first <= amount; first += chunk) {
    await database.transaction((transaction) =>
      recordSessionsWhere(transaction, { type: 'coupon_claimed', keyId }, 's.sequence BETWEEN :first AND :last', {
        first,
        last: Math.min(first + chunk - 1, amount),
      }),
    );
  }
}

interface Receiver {
  url: string;
  /** Discards earlier arrivals, and returns a map that records when each delivery arrives, by endpoint and event. */
  begin: () => ReadonlyMap<string, number>;
  close: () => void;
}

async function startReceiver(): Promise<Receiver> {
  let arrivals = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const at = performance.now();
    await text(request);
    arrivals.set(`${request.url} ${request.headers['webhook-id']}`, at);
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    begin: () => {
      arrivals = new Map();
      return arrivals;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
