import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from './compare.ts';
import type { Options } from './options.ts';
import { cellsOf, tableOf } from './table.ts';

/** The numbers in each cell of the tables that one run printed, by row and column. */
type Run = Map<string, number[]>;

/** One cell. Each of its numbers has a value for each pair of runs. */
interface Result {
  title: string;
  old: number[][];
  new: number[][];
}

const thisCheckout = fileURLToPath(new URL('..', import.meta.url));

/**
 * Compares the named rows of another checkout of this repository with those of this one. Each checkout runs its own
 * `npm run bench`, so that it may have other files. The runs alternate on one database server, so that other work on the
 * machine affects both.
 */
export async function compareCheckouts(name: string, serverUrl: string, options: Options): Promise<string> {
  const { against = '', pairs } = options;
  const runs: { old: Run[]; new: Run[] } = { old: [], new: [] };
  for (let pair = 0; pair < pairs; pair += 1) {
    const oldRun = async () => runs.old.push(await runBench(against, name, serverUrl, options));
    const newRun = async () => runs.new.push(await runBench(thisCheckout, name, serverUrl, options));
    // Neither checkout is always the first of a pair, in case the order matters.
    for (const run of pair % 2 === 0 ? [oldRun, newRun] : [newRun, oldRun]) await run();
  }
  const titles = new Set([...runs.old, ...runs.new].flatMap((run) => [...run.keys()]));
  const results = [...titles].map((title) => ({
    title,
    old: byPosition(runs.old.map((run) => run.get(title) ?? [])),
    new: byPosition(runs.new.map((run) => run.get(title) ?? [])),
  }));
  return tableOf(results, columns);
}

async function runBench(directory: string, only: string, url: string, options: Options): Promise<Run> {
  const { seconds, rows, many, sizes } = options;
  const given = Object.entries({ only, url, seconds, rows, many, sizes });
  const parameters = given.flatMap(([option, value]) => [`--${option}`, String(value)]);
  const { stdout } = await promisify(execFile)('npm', ['run', 'bench', '--', ...parameters], { cwd: directory });
  return numbersOf(stdout);
}

function numbersOf(output: string): Run {
  const numbers: Run = new Map();
  for (const [[, ...names] = [], ...rows] of cellsOf(output))
    for (const [title, ...cells] of rows)
      for (const [index, cell] of cells.entries()) {
        const found = cell.match(/\d+(\.\d+)?/g);
        if (found && names[index] !== 'aim') numbers.set(`${title}: ${names[index]}`, found.map(Number));
      }
  return numbers;
}

/** Converts one list of numbers for each run to one list of values for each number. */
function byPosition(runs: readonly number[][]): number[][] {
  return (runs[0] ?? []).map((_, position) => runs.map((numbers) => numbers[position] ?? Number.NaN));
}

const columns: Record<string, (result: Result) => string> = {
  'old and new checkout': ({ title }) => title,
  old: (result) => result.old.map(median).join(' / '),
  new: (result) => result.new.map(median).join(' / '),
  'new / old': (result) => quotientsOf(result, (sorted) => median(sorted).toFixed(2)),
  'lowest to highest': (result) =>
    quotientsOf(result, (sorted) => `${sorted[0]?.toFixed(2)} to ${sorted.at(-1)?.toFixed(2)}`),
};

/** Shows the quotients of the pairs, which vary less than the figures when the machine is busy. */
function quotientsOf(result: Result, show: (sorted: number[]) => string): string {
  const shown = result.old.map((values, position) => {
    const quotients = values.map((old, pair) => (result.new[position]?.[pair] ?? Number.NaN) / old);
    return show(quotients.toSorted((one, other) => one - other));
  });
  return shown.join(' / ');
}
