import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../scripts/databases/kept-server.ts';
import { connections, median } from './compare.ts';
import { type Data, fill } from './data.ts';
import type { BenchServer } from './database.ts';
import { load } from './load.ts';
import type { ServerProcess } from './measured-process.ts';
import type { Options } from './options.ts';
import { expectedStart, requestText } from './request.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';
import { startService } from './servers.ts';
import { tableOf } from './table.ts';

/** Processes of the same program differ by some percent for as long as they run, so there are several of each kind. */
const generations = 6;
/** Many short rounds, so that some find the machine quiet. A multiple of the number of orders. */
const rounds = 24;
const roundSeconds = 0.3;
/** Until V8 has compiled what each request runs, more code costs more. */
const warmUpSeconds = 6;
const aim = 3;
/** How often Prometheus asks by default is a minute; most installations ask more often. */
const scrapeMilliseconds = 15_000;

/** `control` is as `off`: what it differs by is the error of the measurement. */
const kinds = ['off', 'control', 'on'] as const;
type Kind = (typeof kinds)[number];
/** All orders, because who comes next finds the processor as the one before left it. */
const orders: readonly (readonly Kind[])[] = kinds.flatMap((first) => {
  const [second, third] = kinds.filter((kind) => kind !== first) as [Kind, Kind];
  return [
    [first, second, third],
    [first, third, second],
  ];
});
type Servers = Record<Kind, ServerProcess>;
/** CPU time for a request, in microseconds: of each kind, in each round. */
type Costs = Record<Kind, number[]>;

interface Result {
  title: string;
  generations: Costs[];
}

/**
 * Measures what metrics for Prometheus and traces to a collector, with the default sampler, cost the service. Processes with
 * and without them, on one database, get such requests in turns, alone on a processor of their own: together, each would
 * take the caches of the others.
 */
export async function measureTelemetry(databases: BenchServer, { rows }: Options): Promise<string> {
  const url = await databases.create();
  const data = await fill(url, rows);
  await using observers = await startObservers();
  const measured = scenariosOf(data)
    .filter(({ name }) => name === 'lookup' || name === 'claim')
    .map((scenario) => ({ scenario, sent: 0, result: { title: scenario.title, generations: [] } as Result }));
  let isPinned = pin(process.pid, 0);
  for (let generation = 0; generation < generations; generation += 1) {
    const off = await startService(url);
    const control = await startService(url);
    const on = await startService(url, observers.environment);
    for (const { pid } of [off, control, on]) isPinned = pin(pid, 1) && isPinned;
    try {
      for (const each of measured) await addRounds(each, { off, control, on }, data);
    } finally {
      await Promise.all([off.stop(), control.stop(), on.stop()]);
    }
  }
  const seen = `${observers.traces} traces were received, and metrics were read ${observers.scrapes} times`;
  const pinned = isPinned ? '' : '; no processor was kept for the service, for want of taskset';
  return `${tableOf(
    measured.map(({ result }) => result),
    columns,
  )}\n\n${seen}${pinned}`;
}

/** Keeps a process on one processor. Returns false where that cannot be done. */
function pin(pid: number, processor: number): boolean {
  return spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(processor), String(pid)]).status === 0;
}

async function addRounds(
  measured: { scenario: Scenario; sent: number; result: Result },
  servers: Servers,
  data: Data,
): Promise<void> {
  const { request, supply = Number.POSITIVE_INFINITY } = measured.scenario;
  const totalSeconds = generations * kinds.length * (warmUpSeconds + rounds * roundSeconds);
  const cpuOf = async (kind: Kind, seconds: number) => {
    const { port, usage } = servers[kind];
    const end = measured.sent + Math.floor((supply * seconds) / totalSeconds);
    const next = () => (measured.sent < end ? requestText(request, measured.sent++, data) : undefined);
    const before = await usage();
    const expected = expectedStart(request);
    const { requests } = await load({ port, connections: connections / 2, seconds, next, expected });
    return ((await usage()).cpu - before.cpu) / requests;
  };
  for (const kind of kinds) await cpuOf(kind, warmUpSeconds);
  const costs: Costs = { off: [], control: [], on: [] };
  for (let done = 0; done < rounds; done += 1)
    for (const kind of orders[done % orders.length] ?? kinds) costs[kind].push(await cpuOf(kind, roundSeconds));
  measured.result.generations.push(costs);
}

/** Receives traces as a collector does, and reads metrics as Prometheus does. */
async function startObservers() {
  let [traces, scrapes] = [0, 0];
  const collector = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    traces += new Set(body.match(/"traceId":"\w+"/g)).size;
    response.setHeader('Content-Type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const port = await freePort();
  const scrape = setInterval(() => {
    fetch(`http://127.0.0.1:${port}/metrics`)
      .then((response) => response.text())
      .then((text) => {
        if (text.includes('campaigns_request_duration_count')) scrapes += 1;
      })
      .catch(() => undefined); // the service has not started, or has ended
  }, scrapeMilliseconds);
  return {
    environment: {
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    },
    get traces() {
      return traces;
    },
    get scrapes() {
      return scrapes;
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(scrape);
      collector.closeAllConnections();
      collector.close();
    },
  };
}

/** What a kind takes in a generation. What else runs on the machine only adds to it, so the cheapest quarter of the rounds counts. */
function costOf(costs: Costs, kind: Kind): number {
  const cheapest = costs[kind].toSorted((one, other) => one - other).slice(0, rounds / 4);
  return cheapest.reduce((sum, cost) => sum + cost, 0) / cheapest.length;
}

const medianOf = (result: Result, kind: Kind) =>
  median(result.generations.map((costs) => costOf(costs, kind))).toFixed(1);

/** What a kind takes more than others, in percent: the mean of the generations, and its standard error. */
function more({ generations: all }: Result, kind: Kind, than: readonly Kind[]): string {
  const shares = all.map((costs) => {
    const other = than.reduce((sum, one) => sum + costOf(costs, one), 0) / than.length;
    return (costOf(costs, kind) / other - 1) * 100;
  });
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const variance = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (shares.length - 1);
  return `${mean.toFixed(1)} ± ${Math.sqrt(variance / shares.length).toFixed(1)}`;
}

const columns: Record<string, (result: Result) => string> = {
  'metrics and traces': ({ title }) => title,
  'CPU µs without': (result) => medianOf(result, 'off'),
  'CPU µs with': (result) => medianOf(result, 'on'),
  'overhead %': (result) => more(result, 'on', ['off', 'control']),
  'without against without, %': (result) => more(result, 'control', ['off']),
  'aim %': () => String(aim),
};
