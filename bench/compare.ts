import type { Data } from './data.ts';
import { type Load, load } from './load.ts';
import type { ServerProcess } from './measured-process.ts';
import { expectedStart, requestText } from './request.ts';
import type { Scenario } from './scenarios.ts';

export interface Pair<Value> {
  service: Value;
  baseline: Value;
}

export interface Figures {
  perSecond: number;
  /** CPU time of the server process for one request, in microseconds. */
  cpu: number;
  /** Milliseconds within which 50 % and 99 % of the responses arrived. */
  p50: number;
  p99: number;
}

export const connections = 50;
export const rounds = 3;
export const warmUpSeconds = 1.5;
const measurements = 2 * (rounds + 1);

/** Measures both servers in turns, and takes the medians. */
export async function compare(
  { request, baseline = request, supply = Number.POSITIVE_INFINITY }: Scenario,
  servers: Pair<ServerProcess>,
  data: Data,
  seconds: number,
): Promise<Pair<Figures>> {
  let sent = 0;
  const measure = (which: keyof Pair<unknown>, duration: number): Promise<Figures> => {
    const question = which === 'service' ? request : baseline;
    const end = sent + Math.floor(supply / measurements);
    const next = () => (sent < end ? requestText(question, sent++, data) : undefined);
    return figuresOf(servers[which], { next, seconds: duration, expected: expectedStart(question) });
  };
  await measure('service', warmUpSeconds);
  await measure('baseline', warmUpSeconds);
  const all = await alternately({
    service: () => measure('service', seconds),
    baseline: () => measure('baseline', seconds),
  });
  return { service: medians(all.service), baseline: medians(all.baseline) };
}

/** Measures in turns, so that other work on the machine affects all. */
export async function alternately<Name extends string, Value>(
  measures: Record<Name, (round: number) => Promise<Value>>,
): Promise<Record<Name, Value[]>> {
  const all = Object.entries<(round: number) => Promise<Value>>(measures).map(([name, measure]) => {
    return { name, measure, values: [] as Value[] };
  });
  for (let round = 0; round < rounds; round += 1)
    for (const { measure, values } of all) values.push(await measure(round));
  return Object.fromEntries(all.map(({ name, values }) => [name, values])) as Record<Name, Value[]>;
}

/** Measures one server under load. */
export async function figuresOf(
  { port, usage }: ServerProcess,
  options: Pick<Load, 'next' | 'seconds' | 'expected'>,
): Promise<Figures> {
  const before = await usage();
  const { perSecond, latencies } = await load({ port, connections, ...options });
  const used = (await usage()).cpu - before.cpu;
  const within = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0;
  return { perSecond, cpu: used / latencies.length, p50: within(0.5), p99: within(0.99) };
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

export function medians(all: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => median(all.map((figures) => figures[name]));
  return { perSecond: of('perSecond'), cpu: of('cpu'), p50: of('p50'), p99: of('p99') };
}
