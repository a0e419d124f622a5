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

/**
 * Processes of the same program differ by some percent for as long as they run, so each measurement uses several of each kind.
 */
const generations = 4;
/** Many short rounds, because their quotients vary when other work takes the processor. */
const rounds = 25;
/** Until V8 has compiled what each request runs, more code costs more. */
const warmUpSeconds = 8;
const aim = 3;
/** How often Prometheus asks by default is a minute; most installations ask more often. */
const scrapeMilliseconds = 15_000;

/** `control` is as `off`: what it differs by is the error of the measurement. */
const kinds = ['off', 'control', 'on'] as const;
type Servers = Record<(typeof kinds)[number], ServerProcess>;
/** CPU time of each kind for a request, in microseconds. */
type Round = Record<(typeof kinds)[number], number>;

interface Result {
  title: string;
  rounds: Round[];
}

/**
 * Measures what metrics for Prometheus and traces to a collector, with the default sampler, cost the service. Processes with
 * and without them, on one database, get such requests at the same time, so that whatever else uses the machine affects all.
 */
export async function measureTelemetry(databases: BenchServer, { rows, seconds }: Options): Promise<string> {
  const url = await databases.create();
  const data = await fill(url, rows);
  await using observers = await startObservers();
  const measured = scenariosOf(data)
    .filter(({ name }) => name === 'lookup' || name === 'claim')
    .map((scenario) => ({ scenario, sent: 0, result: { title: scenario.title, rounds: [] } as Result }));
  for (let generation = 0; generation < generations; generation += 1) {
    const off = await startService(url);
    const control = await startService(url);
    const on = await startService(url, observers.environment);
    try {
      for (const each of measured) await addRounds(each, { off, control, on }, data, seconds);
    } finally {
      await Promise.all([off.stop(), control.stop(), on.stop()]);
    }
  }
  const seen = `${observers.traces} traces were received, and metrics were read ${observers.scrapes} times`;
  return `${tableOf(
    measured.map(({ result }) => result),
    columns,
  )}\n\n${seen}`;
}

async function addRounds(
  measured: { scenario: Scenario; sent: number; result: Result },
  servers: Servers,
  data: Data,
  seconds: number,
): Promise<void> {
  const { request, supply = Number.POSITIVE_INFINITY } = measured.scenario;
  const totalSeconds = generations * (warmUpSeconds + rounds * seconds);
  const cpuOf = async ({ port, usage }: ServerProcess, duration: number, end: number) => {
    const next = () => (measured.sent < end ? requestText(request, measured.sent++, data) : undefined);
    const before = await usage();
    const expected = expectedStart(request);
    const { requests } = await load({ port, connections: connections / 2, seconds: duration, next, expected });
    return ((await usage()).cpu - before.cpu) / requests;
  };
  const round = async (duration: number): Promise<Round> => {
    const end = measured.sent + Math.floor((supply * duration) / totalSeconds);
    const [off = 0, control = 0, on = 0] = await Promise.all(kinds.map((kind) => cpuOf(servers[kind], duration, end)));
    return { off, control, on };
  };
  await round(warmUpSeconds);
  for (let done = 0; done < rounds; done += 1) measured.result.rounds.push(await round(seconds));
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

const medianOf = (result: Result, kind: keyof Round) => median(result.rounds.map((round) => round[kind])).toFixed(1);

/** What a kind takes more than `off`, in percent: the median of the rounds, and the middle half of them. */
function overhead({ rounds: all }: Result, kind: keyof Round): string {
  const sorted = all.map((round) => (round[kind] / round.off - 1) * 100).toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)]?.toFixed(1);
  return `${at(1 / 2)} (${at(1 / 4)} to ${at(3 / 4)})`;
}

const columns: Record<string, (result: Result) => string> = {
  'metrics and traces': ({ title }) => title,
  'CPU µs without': (result) => medianOf(result, 'off'),
  'CPU µs with': (result) => medianOf(result, 'on'),
  'overhead %, median and middle half of rounds': (result) => overhead(result, 'on'),
  'without against without': (result) => overhead(result, 'control'),
  'aim %': () => String(aim),
};
