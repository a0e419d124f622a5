import { compare, type Figures, type Pair } from './compare.ts';
import type { Data } from './data.ts';
import type { ServerProcess } from './measured-process.ts';
import type { Options } from './options.ts';
import { checkSameAnswers } from './same-answers.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';
import { tableOf } from './table.ts';

interface Result extends Pair<Figures> {
  scenario: Scenario;
}

/** Measures how many requests a second both servers handle under load. */
export async function measureRates(
  servers: Pair<ServerProcess>,
  data: Data,
  wanted: (name: string) => boolean,
  { seconds }: Options,
): Promise<string | null> {
  const results: Result[] = [];
  for (const scenario of scenariosOf(data).filter(({ name }) => wanted(name))) {
    await checkSameAnswers(scenario, servers, data);
    results.push({ scenario, ...(await compare(scenario, servers, data, seconds)) });
  }
  if (results.length === 0) return null;
  return tableOf(results, {
    'under load': ({ scenario }) => scenario.title,
    ratio: ({ service, baseline }) => (service.perSecond / baseline.perSecond).toFixed(2),
    aim: ({ scenario }) => scenario.aim.toFixed(2),
    'service/s': ({ service }) => service.perSecond.toFixed(0),
    'baseline/s': ({ baseline }) => baseline.perSecond.toFixed(0),
    'CPU µs': bothOf('cpu', 0),
    'CPU ratio': ({ service, baseline }) => (service.cpu / baseline.cpu).toFixed(2),
    'p50 ms': bothOf('p50', 1),
    'p99 ms': bothOf('p99', 1),
  });
}

function bothOf(name: keyof Figures, places: number) {
  return ({ service, baseline }: Result) => `${service[name].toFixed(places)} / ${baseline[name].toFixed(places)}`;
}
