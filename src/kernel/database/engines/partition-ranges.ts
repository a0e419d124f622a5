/** The numbers that a partition has at least. */
export const smallestPartition = 1_000_000;

/** The partition that holds the rows above all bounds. It should be empty, so that it can be divided at once. */
export const rest = 'rest';

/** Returns the definitions of partitions that end before these ascending numbers, and of the rest. */
export function rangesOf(ends: readonly number[]): string {
  const bounded = ends.map((end) => `PARTITION p${end} VALUES LESS THAN (${end})`);
  return [...bounded, `PARTITION ${rest} VALUES LESS THAN MAXVALUE`].join(', ');
}
