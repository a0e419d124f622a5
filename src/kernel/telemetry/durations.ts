/** Bounds of the buckets, in seconds. */
export const bounds: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The durations with the same labels. */
export interface Series {
  /** The values of the labels, in the order of their names. */
  labels: readonly string[];
  /** How many are in each bucket; the last one has those above all bounds. */
  counts: number[];
  sum: number;
}

/**
 * A histogram of durations by two labels at most. The SDK has histograms too, but to find the series of a value, they sort
 * its labels and write them as JSON, which takes longer than all that follows. Labels must have few values.
 */
export class Durations {
  readonly name: string;
  readonly description: string;
  readonly labels: readonly string[];
  readonly #series = new Map<string, Map<string, Series>>();

  constructor(name: string, description: string, ...labels: [string] | [string, string]) {
    this.name = name;
    this.description = description;
    this.labels = labels;
  }

  /** Notes a duration. The second label is empty if there is none. */
  record(seconds: number, first: string, second = ''): void {
    const series = this.#series.get(first)?.get(second) ?? this.#begin(first, second);
    let bucket = 0;
    while (seconds > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += seconds;
  }

  /** All series. They go on to change. */
  get series(): Series[] {
    return [...this.#series.values()].flatMap((ofFirst) => [...ofFirst.values()]);
  }

  #begin(first: string, second: string): Series {
    const labels = [first, second].slice(0, this.labels.length);
    const series = { labels, counts: Array<number>(bounds.length + 1).fill(0), sum: 0 };
    const ofFirst = this.#series.get(first) ?? new Map<string, Series>();
    this.#series.set(first, ofFirst.set(second, series));
    return series;
  }
}
