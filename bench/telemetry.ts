import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../scripts/databases/kept-server.ts';
import { defaultSampling } from '../src/main/telemetry/sdk.ts';
import { connections, median } from './compare.ts';
import { type Data, fill } from './data.ts';
import type { BenchServer } from './database.ts';
import { type Load, load } from './load.ts';
import type { ServerProcess } from './measured-process.ts';
import type { Options } from './options.ts';
import { expectedStart, requestText } from './request.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';
import { startService } from './servers.ts';
import { tableOf } from './table.ts';

/** Processes of one program differ for as long as they run, so there are several. */
const generations = 5;
/** Many short rounds, so that some find the machine quiet. A multiple of the number of orders. */
const rounds = 60;
const roundSeconds = 0.2;
const warmUpSeconds = 6;
const aim = 3;

/** `control` is as `off`: what it differs by is the error of the measurement. */
const states = ['off', 'control', 'on'] as const;
type State = (typeof states)[number];
/** All orders, because what comes next finds the processor as the one before left it. */
const orders: readonly (readonly State[])[] = states.flatMap((first) => {
  const [second, third] = states.filter((state) => state !== first) as [State, State];
  return [
    [first, second, third],
    [first, third, second],
  ];
});
/** CPU time for a request, in microseconds: in each state, of each round. */
type Costs = Record<State, number[]>;

/** Prometheus asks once a minute by default; most installations ask more often. */
const scrapeMilliseconds = 15_000;
/** What happens every second is measured at this many times its rate, because it takes less than a quiet process does. */
const faster = 10;
const standingSeconds = 15;
const standingRounds = 3;
const leastRows = 200_000;

interface Row {
  title: string;
  generations: Costs[];
  /** What recording and sending traces and answering Prometheus take, in milliseconds of CPU in a second. */
  standing: number;
}

/**
 * Measures what metrics for Prometheus and traces to a collector cost a process that is alone on a processor: what each
 * request takes that is not sampled, and what the most traces that the default sampler lets through, and Prometheus,
 * take in a second. The first is measured within one process, whose telemetry is turned off and on, because two processes
 * of the same program differ by more.
 */
export async function measureTelemetry(databases: BenchServer, { rows }: Options): Promise<string> {
  if (rows < leastRows)
    throw new Error(`telemetry needs --rows ${leastRows} or more, because each claim needs a session`);
  const url = await databases.create();
  const data = await fill(url, rows);
  await using collector = await startCollector();
  const isPinned = pin(process.pid, 0);
  const scenarios = scenariosOf(data).filter(({ name }) => name === 'lookup' || name === 'claim');
  const measured = scenarios.map((scenario) => ({
    requests: new Requests(scenario, data),
    row: { title: scenario.title, generations: [] as Costs[], standing: 0 } satisfies Row,
  }));
  for (let generation = 0; generation < generations; generation += 1) {
    const service = await startService(url, collector.environment, new URL('telemetry-switch.ts', import.meta.url));
    pin(service.pid, 1);
    try {
      for (const { requests, row } of measured)
        row.generations.push(await requestCosts(service, requests, collector.scrape));
    } finally {
      await service.stop();
    }
  }
  const off = await startService(url);
  const on = await startService(url, { ...collector.environment, OTEL_TRACES_SAMPLER_ARG: '1' });
  try {
    for (const { requests, row } of measured) row.standing = await standingCost(off, on, requests, collector.scrape);
  } finally {
    await Promise.all([off.stop(), on.stop()]);
  }
  const seen = `${collector.traces} traces were received, and metrics were read ${collector.scrapes} times`;
  const pinned = isPinned ? '' : '; no processor was kept for the service, for want of taskset';
  return `${tableOf(
    measured.map(({ row }) => row),
    columns,
  )}\n\n${seen}${pinned}`;
}

/** Keeps a process on one processor. Returns false where that cannot be done. */
function pin(pid: number, processor: number): boolean {
  return spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(processor), String(pid)]).status === 0;
}

/** The requests of a scenario. */
class Requests {
  readonly expected: string;
  readonly #scenario: Scenario;
  readonly #data: Data;
  #sent = 0;

  constructor(scenario: Scenario, data: Data) {
    this.expected = expectedStart(scenario.request);
    this.#scenario = scenario;
    this.#data = data;
  }

  /** Returns the load of a part of the measurement. Of requests that can be sent only once, it gets its share. */
  within(seconds: number): Pick<Load, 'next' | 'expected' | 'seconds'> {
    const { supply = Number.POSITIVE_INFINITY } = this.#scenario;
    const total = generations * (warmUpSeconds + states.length * rounds * roundSeconds);
    const standing = 2 * faster * defaultSampling.mostOwn * standingSeconds * standingRounds;
    const end = this.#sent + Math.floor(((supply - standing) * seconds) / total);
    const next = () => (this.#sent < end ? this.next() : undefined);
    return { next, expected: this.expected, seconds };
  }

  next(): string {
    return requestText(this.#scenario.request, this.#sent++, this.#data);
  }
}

/** Asks the process for its metrics. Returns whether it has measured requests. */
type Scrape = () => Promise<boolean>;

async function requestCosts({ port, tell, usage }: ServerProcess, requests: Requests, scrape: Scrape): Promise<Costs> {
  const costIn = async (state: State, seconds: number) => {
    const before = await tell(state === 'on' ? 'on' : 'off');
    const sent = await load({ port, connections: connections / 2, ...requests.within(seconds) });
    return ((await usage()).cpu - before.cpu) / sent.requests;
  };
  for (const state of ['on', 'off'] as const) {
    await costIn(state, warmUpSeconds / 2);
    if ((await scrape()) !== (state === 'on')) throw new Error(`telemetry is not ${state}`);
  }
  const costs: Costs = { off: [], control: [], on: [] };
  for (let done = 0; done < rounds; done += 1)
    for (const state of orders[done % orders.length] ?? states) costs[state].push(await costIn(state, roundSeconds));
  return costs;
}

/** Measures two processes at once, of which one records each request. Both are mostly idle. */
async function standingCost(
  off: ServerProcess,
  on: ServerProcess,
  requests: Requests,
  scrape: Scrape,
): Promise<number> {
  const perSecond = faster * defaultSampling.mostOwn;
  const usedBy = async ({ port, usage }: ServerProcess) => {
    const before = await usage();
    await load({
      ...{ port, connections: connections / 2, seconds: standingSeconds, perSecond },
      ...{ next: () => requests.next(), expected: requests.expected },
    });
    return ((await usage()).cpu - before.cpu) / 1000 / standingSeconds;
  };
  const more: number[] = [];
  for (let done = 0; done < standingRounds; done += 1) {
    const scrapes = setInterval(scrape, scrapeMilliseconds / faster);
    const [without, within] = await Promise.all([usedBy(off), usedBy(on)]);
    clearInterval(scrapes);
    more.push((within - without) / faster);
  }
  return median(more);
}

/** Receives traces as a collector does, and reads metrics as Prometheus does. */
async function startCollector() {
  let [traces, scrapes] = [0, 0];
  const collector = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    traces += new Set(body.match(/"traceId":"\w+"/g)).size;
    response.setHeader('Content-Type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const port = await freePort();
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
    scrape: async () => {
      // The service may have ended.
      const response = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null);
      const hasMeasured = (await response?.text())?.includes('campaigns_request_duration_count') ?? false;
      if (hasMeasured) scrapes += 1;
      return hasMeasured;
    },
    [Symbol.asyncDispose]: async () => {
      collector.closeAllConnections();
      collector.close();
    },
  };
}

/** What a request takes in a generation. What else runs on the machine only adds to it, so the cheaper half of the rounds counts. */
function costOf(costs: Costs, state: State): number {
  const cheapest = costs[state].toSorted((one, other) => one - other).slice(0, rounds / 2);
  return cheapest.reduce((sum, cost) => sum + cost, 0) / cheapest.length;
}

const medianOf = (row: Row, state: State) => median(row.generations.map((costs) => costOf(costs, state))).toFixed(1);

/** What a state takes more than others, in percent: the mean of the generations, and its standard error. */
function more({ generations: all }: Row, state: State, than: readonly State[]): { mean: number; error: number } {
  const shares = all.map((costs) => {
    const other = than.reduce((sum, one) => sum + costOf(costs, one), 0) / than.length;
    return (costOf(costs, state) / other - 1) * 100;
  });
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const variance = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (shares.length - 1);
  return { mean, error: Math.sqrt(variance / shares.length) };
}

const shown = ({ mean, error }: ReturnType<typeof more>) => `${mean.toFixed(1)} ± ${error.toFixed(1)}`;

const columns: Record<string, (row: Row) => string> = {
  'metrics and traces': ({ title }) => title,
  'CPU µs without': (row) => medianOf(row, 'off'),
  'CPU µs with': (row) => medianOf(row, 'on'),
  'of a request, %': (row) => shown(more(row, 'on', ['off', 'control'])),
  'without against without, %': (row) => shown(more(row, 'control', ['off'])),
  'of a second, ms': ({ standing }) => standing.toFixed(1),
  // Ten milliseconds of a second are one percent.
  'overhead %': (row) => (more(row, 'on', ['off', 'control']).mean + row.standing / 10).toFixed(1),
  'aim %': () => String(aim),
};
