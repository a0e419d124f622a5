import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../src/kernel/database/database.ts';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { migrate } from '../src/kernel/database/migration.ts';
import { model } from '../src/main/registries/tables.ts';
import { countingCursor } from '../src/statistics/counting/event-counting.ts';
import { isBacklog } from '../src/webhooks/fan-out/fan-out-backlog.ts';
import { connections } from './compare.ts';
import type { BenchServer } from './database.ts';
import { type Load, load } from './load.ts';
import type { ServerProcess } from './measured-process.ts';
import type { Options } from './options.ts';
import { expectedStart, requestText } from './request.ts';
import { costsOfEach, type ServerCosts, serverCosts } from './server-costs.ts';
import { startService } from './servers.ts';
import { tableOf } from './table.ts';
import { addMonth, addTenants, type Tenant, withEndpoint, zipf } from './year-data.ts';

/** What the figures are extrapolated to: the year that docs/clusters.md plans for. */
const plannedSessions = 1_000_000_000;
const secondsOfYear = 365 * 86_400;
/** A peak is so many times the average. */
const peak = 10;
const quarters = 4;
/** Ranks from here on are small accounts. */
const small = 100;
const smallPerSecond = 50;

interface Quarter {
  sessions: number;
  /** Events that the worker positioned, counted and fanned out, each second. */
  events: number;
  /** CPU time of the service and of the database for an event, in microseconds. */
  eventCpu: [number, number];
  claims: number;
  p50: number;
  p99: number;
  smallP99: number;
  claimCpu: [number, number];
  costs: ServerCosts;
}

interface Size {
  table: string;
  bytes: number;
  indexes: number;
  rows: number;
}

/** Plays a year of many accounts, whose loads differ by the law of Zipf, at a small scale, and extrapolates what it costs. */
export async function measureYear(databases: BenchServer, { accounts, rows, seconds }: Options): Promise<string[]> {
  if (accounts < 2 * small) throw new Error(`--accounts must be at least ${2 * small}`);
  const url = await databases.create();
  const database = await openDatabase(url, model);
  await migrate(database);
  const receiver = await startReceiver();
  const tenants = await addTenants(database, accounts, receiver.url);
  const service = await startService(url, { WORKER: 'on' });
  try {
    const results: Quarter[] = [];
    for (let quarter = 0; quarter < quarters; quarter += 1) {
      const [first, last] = [
        Math.floor((quarter * rows) / quarters) + 1,
        Math.floor(((quarter + 1) * rows) / quarters),
      ];
      const place = { databases, database, service, tenants };
      results.push(await measureQuarter(place, { first, last, total: rows }, seconds));
    }
    const sizes = await sizesOf(database);
    return [quarterTable(results), sizeTable(sizes, rows), planTable(results, sizes, rows)];
  } finally {
    await service.stop();
    receiver.close();
    await database.close();
  }
}

interface Place {
  databases: BenchServer;
  database: Database;
  service: ServerProcess;
  tenants: readonly Tenant[];
}

async function measureQuarter(
  { databases, database, service, tenants }: Place,
  part: { first: number; last: number; total: number },
  seconds: number,
): Promise<Quarter> {
  const spent = await meter(databases, service);
  await addMonth(database, tenants, part);
  await workDone(database);
  const events = 2 * (part.last - part.first + 1);
  const working = await spent(events);
  const claiming = await meter(databases, service);
  const big = claimsOf(tenants, zipf(tenants.length));
  const others = tenants.slice(small);
  const little = claimsOf(others, (n) => n % others.length);
  const options = { port: service.port, seconds, expected: expectedStart(claim) };
  const [all, ofSmall] = await Promise.all([
    load({ ...options, connections, next: big }),
    load({ ...options, connections: 4, next: little, perSecond: smallPerSecond }),
  ]);
  const claims = all.requests + ofSmall.requests;
  await workDone(database);
  const { cpu, costs } = await claiming(claims);
  return {
    sessions: part.last,
    events: working.perSecond,
    eventCpu: [working.cpu, working.costs.cpu],
    claims: all.perSecond + ofSmall.perSecond,
    p50: within(all.latencies, 0.5),
    p99: within(all.latencies, 0.99),
    smallP99: within(ofSmall.latencies, 0.99),
    claimCpu: [cpu, costs.cpu],
    costs,
  };
}

/** Returns a function that returns what each of `count` things cost since. */
async function meter(databases: BenchServer, service: ServerProcess) {
  const began = performance.now();
  const before = { servers: await serverCosts(databases), service: (await service.usage()).cpu };
  return async (count: number) => ({
    perSecond: count / ((performance.now() - began) / 1000),
    cpu: ((await service.usage()).cpu - before.service) / count,
    costs: costsOfEach(before.servers, await serverCosts(databases), count),
  });
}

const claim = { path: '/v3/couponsession/update', body: (): object => ({}) };

function claimsOf(tenants: readonly Tenant[], pick: (n: number) => number): Load['next'] {
  let n = 0;
  return () => {
    // A tenant whose codes are used up leaves its turn to the next.
    for (let tries = 0; tries < tenants.length; tries += 1) {
      n += 1;
      const tenant = tenants[pick(n)] as Tenant;
      const couponsession = tenant.unclaimed.pop();
      if (couponsession) {
        const question = { ...claim, body: () => ({ couponsession, operation: 'claim' }) };
        return requestText(question, n, tenant);
      }
    }
    return undefined;
  };
}

/** Waits until every event has its position, is counted, and is fanned out and delivered. */
async function workDone(database: Database): Promise<void> {
  const waiting = [
    'SELECT 1 FROM events WHERE position IS NULL LIMIT 1',
    `SELECT 1 FROM sequences c JOIN sequences p ON p.name = 'event_position'
     WHERE c.name IN ('${countingCursor}', 'webhook_fan_out') AND c.value < p.value`,
    `SELECT 1 FROM sequences WHERE ${isBacklog}`,
    `SELECT 1 FROM webhook_deliveries WHERE status = 'PENDING' LIMIT 1`,
  ];
  for (const sql of waiting) while ((await database.rows(sql)).length > 0) await sleep(100);
}

async function sizesOf(database: Database): Promise<Size[]> {
  const names = await database.rows<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  await database.dataSource.query(`ANALYZE TABLE ${names.map(({ name }) => name).join(', ')}`);
  const sizes = await database.rows<Size>(
    `SELECT table_name AS 'table', data_length AS bytes, index_length AS indexes, table_rows AS 'rows'
     FROM information_schema.tables WHERE table_schema = DATABASE() AND data_length + index_length > 2000000
     ORDER BY data_length + index_length DESC`,
  );
  return sizes.map(({ table, bytes, indexes, rows }) => {
    return { table, bytes: Number(bytes), indexes: Number(indexes), rows: Number(rows) };
  });
}

const within = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
const both = ([service, database]: [number, number]) => `${service.toFixed(0)} + ${database.toFixed(0)}`;

function quarterTable(quarters: readonly Quarter[]): string {
  return tableOf(quarters, {
    'sessions, claims of all accounts': ({ sessions }) => sessions.toLocaleString('en'),
    'events/s': ({ events }) => events.toFixed(0),
    'CPU µs of an event': ({ eventCpu }) => both(eventCpu),
    'claims/s': ({ claims }) => claims.toFixed(0),
    'CPU µs of a claim': ({ claimCpu }) => both(claimCpu),
    'p50 / p99 ms': ({ p50, p99 }) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`,
    'p99 ms of small accounts': ({ smallP99 }) => smallP99.toFixed(1),
  });
}

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(0);

function sizeTable(sizes: readonly Size[], sessions: number): string {
  return tableOf(sizes, {
    table: ({ table }) => table,
    'rows a session': ({ rows }) => (rows / sessions).toFixed(2),
    'bytes a session': ({ bytes }) => (bytes / sessions).toFixed(0),
    'of indexes': ({ indexes }) => (indexes / sessions).toFixed(0),
    'GB a year': ({ bytes, indexes }) => gigabytes(((bytes + indexes) / sessions) * plannedSessions),
  });
}

/** The planned year: a claim and two events for each session. */
function planTable(quarters: readonly Quarter[], sizes: readonly Size[], sessions: number): string {
  const last = quarters.at(-1) as Quarter;
  const average = plannedSessions / secondsOfYear;
  const cores = ([service, database]: [number, number], perSecond: number): [number, number] => [
    (service * perSecond) / 1e6,
    (database * perSecond) / 1e6,
  ];
  const coresAt = (perSecond: number) => {
    const [claim, event] = [cores(last.claimCpu, perSecond), cores(last.eventCpu, perSecond)];
    return `${(claim[0] + event[0]).toFixed(1)} + ${(claim[1] + event[1]).toFixed(1)}`;
  };
  const indexes = sizes
    .filter(({ table }) => !/^(events|webhook)/.test(table))
    .reduce((sum, size) => sum + size.indexes, 0);
  const rows: [string, string][] = [
    ['sessions', plannedSessions.toLocaleString('en')],
    ['accounts with a webhook', String(withEndpoint)],
    ['sessions and claims a second, average', average.toFixed(0)],
    ['cores of service + database, average', coresAt(average)],
    [`cores at a peak of ${peak} times the average`, coresAt(peak * average)],
    ['events/s at the peak', (2 * peak * average).toFixed(0)],
    ['GB of indexes of sessions, which should be in memory', gigabytes((indexes / sessions) * plannedSessions)],
  ];
  const { replicated } = last.costs;
  // Only members of a cluster write a log for others.
  if (!Number.isNaN(replicated))
    rows.push(['MB/s to the other servers at the peak', ((replicated * peak * average) / 1e6).toFixed(2)]);
  return tableOf(rows, { 'the planned year': ([title]) => title, figure: ([, value]) => value });
}

async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
