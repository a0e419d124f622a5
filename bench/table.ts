import type { Figures, Pair } from './compare.ts';
import type { Scenario } from './scenarios.ts';

export interface Result extends Pair<Figures> {
  scenario: Scenario;
}

const columns: Record<string, (result: Result) => string> = {
  '': ({ scenario }) => scenario.title,
  ratio: ({ service, baseline }) => (service.perSecond / baseline.perSecond).toFixed(2),
  aim: ({ scenario }) => scenario.aim.toFixed(2),
  'service/s': ({ service }) => service.perSecond.toFixed(0),
  'baseline/s': ({ baseline }) => baseline.perSecond.toFixed(0),
  'CPU µs': bothOf('cpu', 0),
  'CPU ratio': ({ service, baseline }) => (service.cpu / baseline.cpu).toFixed(2),
  'p50 ms': bothOf('p50', 1),
  'p99 ms': bothOf('p99', 1),
};

function bothOf(name: keyof Figures, places: number) {
  return ({ service, baseline }: Result) => `${service[name].toFixed(places)} / ${baseline[name].toFixed(places)}`;
}

/** The results as a table that is readable in a terminal and in Markdown. */
export function tableOf(results: readonly Result[]): string {
  const cells = [Object.keys(columns), ...results.map((result) => Object.values(columns).map((show) => show(result)))];
  const widths = Object.keys(columns).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => line(row.map((cell, column) => pad(cell, widths[column] ?? 0, column))));
  const rule = line(widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)));
  return lines.toSpliced(1, 0, rule).join('\n');
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
