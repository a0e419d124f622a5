import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../scripts/databases/kept-server.ts';
import { connections, median, warmUpSeconds } from './compare.ts';
import { type Data, fill } from './data.ts';
import type { BenchServer } from './database.ts';
import { load } from './load.ts';
import type { ServerProcess } from './measured-process.ts';
import type { Options } from './options.ts';
import { expectedStart, requestText } from './request.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';
import { startService } from './servers.ts';
import { tableOf } from './table.ts';

/** Many short rounds, because their quotients vary when other work takes the processor. */
const rounds = 100;
const aim = 3;
/** How often Prometheus asks by default is a minute; most installations ask more often. */
const scrapeMilliseconds = 15_000;

interface Result {
  title: string;
  /** CPU time of the service for each request, in microseconds, by round. */
  off: number[];
  on: number[];
}

/**
 * Measures what metrics for Prometheus and traces to a collector, with the default sampler, cost the service. Two
 * processes on one database, one with and one without, get such requests at the same time, so that whatever else uses
 * the machine affects both.
 */
export async function measureTelemetry(databases: BenchServer, { rows, seconds }: Options): Promise<string> {
  const url = await databases.create();
  const data = await fill(url, rows);
  await using observers = await startObservers();
  const off = await startService(url);
  const on = await startService(url, observers.environment);
  try {
    const results: Result[] = [];
    for (const scenario of scenariosOf(data).filter(({ name }) => name === 'lookup' || name === 'claim'))
      results.push(await compareRounds(scenario, { off, on }, data, seconds));
    const seen = `${observers.traces} traces were received, and metrics were read ${observers.scrapes} times`;
    return `${tableOf(results, columns)}\n\n${seen}`;
  } finally {
    await Promise.all([off.stop(), on.stop()]);
  }
}

async function compareRounds(
  { title, request, supply = Number.POSITIVE_INFINITY }: Scenario,
  { off, on }: { off: ServerProcess; on: ServerProcess },
  data: Data,
  seconds: number,
): Promise<Result> {
  let sent = 0;
  const cpuOf = async ({ port, usage }: ServerProcess, duration: number, end: number) => {
    const next = () => (sent < end ? requestText(request, sent++, data) : undefined);
    const before = await usage();
    const expected = expectedStart(request);
    const { requests } = await load({ port, connections: connections / 2, seconds: duration, next, expected });
    return ((await usage()).cpu - before.cpu) / requests;
  };
  const round = (duration: number) => {
    const end = sent + Math.floor(supply / (rounds + 1));
    return Promise.all([off, on].map((server) => cpuOf(server, duration, end)));
  };
  await round(warmUpSeconds);
  const result: Result = { title, off: [], on: [] };
  for (let done = 0; done < rounds; done += 1) {
    const [cpuOff = 0, cpuOn = 0] = await round(seconds);
    result.off.push(cpuOff);
    result.on.push(cpuOn);
  }
  return result;
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

const overheads = ({ off, on }: Result) =>
  on.map((cpu, round) => (cpu / (off[round] ?? Number.NaN) - 1) * 100).toSorted((one, other) => one - other);

const columns: Record<string, (result: Result) => string> = {
  'metrics and traces': ({ title }) => title,
  'CPU µs without': ({ off }) => median(off).toFixed(1),
  'CPU µs with': ({ on }) => median(on).toFixed(1),
  'overhead %, median of rounds': (result) => median(overheads(result)).toFixed(1),
  'middle half of rounds': (result) => {
    const sorted = overheads(result);
    return `${sorted[Math.floor(rounds / 4)]?.toFixed(1)} to ${sorted[Math.floor((rounds * 3) / 4)]?.toFixed(1)}`;
  },
  aim: () => String(aim),
};
