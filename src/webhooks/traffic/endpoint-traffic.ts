import { integer, key, type Stored, sumOrNull, table, text } from '../../kernel/database/columns.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows, insertRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { type Instant, toDate } from '../../kernel/values/instant.ts';

const bucketMilliseconds = 900_000;
const slowMilliseconds = 2000;
const keptDays = 8;

/** The attempts that began in a quarter hour. */
type EndpointTraffic = Stored<typeof endpointTraffic>;

export const endpointTraffic = table({
  name: 'EndpointTraffic',
  tableName: 'webhook_traffic',
  columns: {
    endpointId: key(text(20)),
    /** The number of the quarter hour since 1970 in UTC. */
    bucket: key(integer),
    delivered: sumOrNull,
    failed: sumOrNull,
    /** Those that took more than 2 seconds, with either outcome. */
    slow: sumOrNull,
    /** The duration of all attempts together. */
    milliseconds: sumOrNull,
  },
  indices: [{ name: 'webhook_traffic_bucket', columns: ['bucket'] }],
});

export interface CountedAttempt {
  endpointId: string;
  at: Instant;
  milliseconds: number;
  isDelivered: boolean;
}

/** Returns the quarter hour of a time. */
export function bucketOf(time: Date): number {
  return Math.floor(time.getTime() / bucketMilliseconds);
}

/** Returns when a quarter hour begins. */
export function beginOf(bucket: number): Date {
  return new Date(bucket * bucketMilliseconds);
}

/** Adds attempts to the stored numbers. The rows are in the order of their keys, so that no two transactions deadlock. */
export async function countAttempts(transaction: Transaction, attempts: readonly CountedAttempt[]): Promise<void> {
  const rows = new Map<string, EndpointTraffic>();
  for (const { endpointId, at, milliseconds, isDelivered } of attempts) {
    const bucket = bucketOf(toDate(at));
    const known = rows.get(`${endpointId} ${bucket}`);
    rows.set(`${endpointId} ${bucket}`, {
      ...{ endpointId, bucket },
      delivered: (known?.delivered ?? 0) + Number(isDelivered),
      failed: (known?.failed ?? 0) + Number(!isDelivered),
      slow: (known?.slow ?? 0) + Number(milliseconds > slowMilliseconds),
      milliseconds: (known?.milliseconds ?? 0) + milliseconds,
    });
  }
  if (rows.size === 0) return;
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  const ending = transaction.dialect.addTo('endpoint_id, bucket', 'delivered', 'failed', 'slow', 'milliseconds');
  await insertRows(transaction, endpointTraffic, sorted, { ending });
}

export async function pruneTraffic(database: Database): Promise<number> {
  const [oldest] = await findRows(
    database,
    endpointTraffic,
    {},
    { select: ['bucket'], order: { bucket: 'ASC' }, take: 1 },
  );
  const kept = bucketOf(new Date(Date.now() - keptDays * 24 * 3600 * 1000));
  if (!oldest || oldest.bucket >= kept) return 0;
  const { bucket } = oldest;
  return database.transaction((transaction) => deleteRows(transaction, endpointTraffic, { bucket }));
}

/** Removes the numbers of a deleted endpoint. */
export const removeTraffic = removeRows('webhook_traffic', 'endpoint_id');
