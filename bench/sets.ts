import { ask } from './ask.ts';
import { alternately, median, type Pair } from './compare.ts';
import type { Data } from './data.ts';
import type { ServerProcess } from './measured-process.ts';
import { checkSameFields } from './same-answers.ts';
import { tableOf } from './table.ts';

/** One request that changes many sessions. */
interface SetScenario {
  name: string;
  title: string;
  /** The ratio that the rate of the service should reach, relative to the baseline. */
  aim: number;
  path: string;
  /** Returns the body of the n-th request for the given number of sessions. */
  body: (amount: number, n: number) => object;
  amount: number;
}

interface Result extends Pair<number> {
  scenario: SetScenario;
  waits: Pair<number>;
}

/** Measures how fast both servers change many sessions in one request, and how long other claims wait meanwhile. */
export async function measureSets(
  servers: Pair<ServerProcess>,
  data: Data,
  rows: number,
  wanted: (name: string) => boolean,
): Promise<string | null> {
  const results: Result[] = [];
  for (const scenario of scenariosOf(data, rows).filter(({ name }) => wanted(name)))
    results.push(await measure(scenario, servers, data));
  if (results.length === 0) return null;
  return tableOf(results, {
    'in one request': ({ scenario }) => scenario.title,
    ratio: ({ service, baseline }) => (service / baseline).toFixed(2),
    aim: ({ scenario }) => scenario.aim.toFixed(2),
    'service rows/s': ({ service }) => service.toFixed(0),
    'baseline rows/s': ({ baseline }) => baseline.toFixed(0),
    'longest claim meanwhile, ms': ({ waits }) => `${waits.service.toFixed(0)} / ${waits.baseline.toFixed(0)}`,
  });
}

function scenariosOf({ coupons: [first, second] }: Data, rows: number): SetScenario[] {
  // Every third session belongs to the first coupon.
  const size = Math.min(100_000, Math.floor(rows / 3));
  return [
    {
      name: 'bulk',
      title: 'creation of 100,000',
      aim: 1.5,
      path: '/v3/multiplesingleuse/create',
      body: (amount) => ({ campaign: second, amount }),
      amount: 100_000,
    },
    {
      name: 'batch',
      title: `batch update of ${size.toLocaleString('en')}`,
      aim: 0.95,
      path: '/v3/batch/update',
      body: (amount, n) => ({
        campaign: first,
        startsequence: 3,
        endsequence: 3 * amount,
        operation: n % 2 === 0 ? 'void' : 'unvoid',
      }),
      amount: size,
    },
  ];
}

/** Each odd request undoes the even one before it. */
const doAndUndo = [0, 1];

async function measure(scenario: SetScenario, servers: Pair<ServerProcess>, data: Data): Promise<Result> {
  // Few sessions. The second server repeats or undoes the change of the first.
  const few = (n: number) => scenario.body(3, n);
  await checkSameFields(scenario.path, [few(0), few(1)], servers, data);
  const rates = (server: ServerProcess) => async () => {
    const measured: number[] = [];
    for (const n of doAndUndo) measured.push(await rateOf(scenario, server, n, data));
    return measured;
  };
  const { service, baseline } = await alternately({
    service: rates(servers.service),
    baseline: rates(servers.baseline),
  });
  return {
    scenario,
    service: median(service.flat()),
    baseline: median(baseline.flat()),
    waits: {
      service: await longestWait(scenario, servers.service, servers.service, data),
      baseline: await longestWait(scenario, servers.baseline, servers.service, data),
    },
  };
}

/** Returns the number of sessions for each second. */
async function rateOf(
  { path, body, amount }: SetScenario,
  server: ServerProcess,
  n: number,
  data: Data,
): Promise<number> {
  const began = performance.now();
  await ask(server, path, body(amount, n), data);
  return (amount / (performance.now() - began)) * 1000;
}

/** Returns the longest duration among claims that are sent one after another while the request runs. */
async function longestWait(
  scenario: SetScenario,
  server: ServerProcess,
  service: ServerProcess,
  data: Data,
): Promise<number> {
  const made = await ask(service, '/v3/multiplesingleuse/create', { campaign: data.coupons[2], amount: 50_000 }, data);
  const codes: string[] = JSON.parse(made).data.map((created: { single_use_code: string }) => created.single_use_code);
  let busy = true;
  const change = async () => {
    for (const n of doAndUndo) await rateOf(scenario, server, n, data);
    busy = false;
  };
  const done = change();
  let longest = 0;
  while (busy) {
    const began = performance.now();
    await ask(server, '/v3/couponsession/update', { couponsession: codes.pop(), operation: 'claim' }, data);
    longest = Math.max(longest, performance.now() - began);
  }
  await done;
  return longest;
}
