import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { figuresOf, median, rounds } from './compare.ts';
import { type Data, fill } from './data.ts';
import type { BenchServer } from './database.ts';
import { type MeasuredProcess, type ServerProcess, startProcess } from './measured-process.ts';
import type { Options } from './options.ts';
import { expectedStart, requestText } from './request.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';
import { environment, startService } from './servers.ts';
import { tableOf } from './table.ts';

const claimsPerSecond = 3000;
const readyMilliseconds = 1500;

/** Measures what counting costs claims, and how late the funnel of an account shows them. */
export async function measureFunnel(databases: BenchServer, { rows, seconds }: Options): Promise<string[]> {
  const url = await databases.create();
  const data = await fill(url, rows);
  const service = await startService(url);
  try {
    const claims = new Claims(service, data);
    await claims.make(seconds);
    const cost = await measureCost(url, claims, seconds);
    return [cost, await withCounter(url, () => measureLag(service, data, claims, seconds))];
  } finally {
    await service.stop();
  }
}

/** Claims of sessions, each of which can be claimed once. */
class Claims {
  readonly #service: ServerProcess;
  readonly #data: Data;
  readonly #claim: Scenario;
  made = 0;

  constructor(service: ServerProcess, data: Data) {
    const claim = scenariosOf(data).find(({ name }) => name === 'claim');
    if (!claim) throw new Error('there are no claims');
    this.#service = service;
    this.#data = data;
    this.#claim = claim;
  }

  /** Makes claims for some seconds, as many as possible or so many each second. Returns how many it made each second. */
  async make(seconds: number, perSecond?: number): Promise<number> {
    const { request, supply = 0 } = this.#claim;
    const next = () => (this.made < supply ? requestText(request, this.made++, this.#data) : undefined);
    const expected = expectedStart(request);
    const made = await figuresOf(this.#service, { next, seconds, expected, ...(perSecond && { perSecond }) });
    if (this.made >= supply) throw new Error(`${supply} sessions are too few for the claims: choose a larger --rows`);
    return made.perSecond;
  }
}

async function measureCost(url: string, claims: Claims, seconds: number): Promise<string> {
  const [alone, counted]: [number[], number[]] = [[], []];
  const measure = [
    async () => alone.push(await claims.make(seconds)),
    async () => counted.push(await withCounter(url, () => claims.make(seconds))),
  ];
  // In turns, because later claims may be slower.
  for (let round = 0; round < rounds; round += 1) {
    for (const one of round % 2 === 0 ? measure : measure.toReversed()) await one();
  }
  return tableOf([{ alone: median(alone), counted: median(counted) }], {
    'claims that are counted meanwhile': () => 'claim, REST',
    ratio: (row) => (row.counted / row.alone).toFixed(3),
    aim: () => '0.970',
    'counted/s': (row) => row.counted.toFixed(0),
    'not counted/s': (row) => row.alone.toFixed(0),
  });
}

/** Does something while another process counts. What is left from before is counted first. */
async function withCounter<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const counter: MeasuredProcess = startProcess(new URL('counter.ts', import.meta.url), { env: environment(url) });
  try {
    await counter.usage();
    await sleep(readyMilliseconds);
    return await work();
  } finally {
    await counter.stop();
  }
}

interface Seen {
  at: number;
  claimed: number;
}

/** Returns how long after a claim the totals contain it that a subscriber of the account receives. */
async function measureLag(service: ServerProcess, data: Data, claims: Claims, seconds: number): Promise<string> {
  const shown = await follow(service, data);
  const before = shown.seen.at(-1)?.claimed ?? 0;
  const first = claims.made;
  const made: Seen[] = [];
  const timer = setInterval(() => made.push({ at: performance.now(), claimed: before + claims.made - first }), 20);
  const perSecond = await claims.make(seconds, claimsPerSecond);
  clearInterval(timer);
  await sleep(2 * readyMilliseconds);
  shown.socket.terminate();
  const lags = made.flatMap(({ at, claimed }) => {
    const seen = shown.seen.find((each) => each.claimed >= claimed);
    return seen ? [Math.max(0, seen.at - at)] : [];
  });
  lags.sort((one, other) => one - other);
  return tableOf([{ perSecond, lags, missing: made.length - lags.length }], {
    'claim to funnel': (row) => `at ${row.perSecond.toFixed(0)} claims/s`,
    'p50 ms': ({ lags }) => (lags[Math.floor(lags.length / 2)] ?? Number.NaN).toFixed(0),
    'slowest ms': ({ lags }) => (lags.at(-1) ?? Number.NaN).toFixed(0),
    aim: () => '1000',
    'never shown': ({ missing }) => String(missing),
  });
}

/** Subscribes to the totals of the account. The first message has them as they are, once everything so far is counted. */
async function follow({ port }: ServerProcess, { keyId, secret }: Data) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  const seen: Seen[] = [];
  const payload = { 'X-Client-Id': keyId, 'X-Client-Secret': secret };
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  await once(socket, 'message');
  socket.on('message', (message) => {
    const { payload } = JSON.parse(String(message));
    const claimed = payload?.data?.statisticsChanged?.totals.claimed;
    if (claimed === undefined) throw new Error(`unexpected message: ${String(message).slice(0, 1000)}`);
    seen.push({ at: performance.now(), claimed: Number(claimed) });
  });
  const query = 'subscription { statisticsChanged { totals { claimed } } }';
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  await sleep(readyMilliseconds);
  return { socket, seen };
}
