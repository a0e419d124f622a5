import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { batchedByAccount } from '../../kernel/database/loaders.ts';
import { deleteRows, findRows, insertRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { type Instant, nowMilliseconds, toDate } from '../../kernel/values/instant.ts';

const bucketMilliseconds = 900_000;
const slowMilliseconds = 2000;
const keptDays = 8;

type EndpointTraffic = Stored<typeof endpointTraffic>;

export const endpointTraffic = table({
  name: 'EndpointTraffic',
  tableName: 'webhook_traffic',
  columns: {
    endpointId: column.key(column.text(20)),
    /** The number of the quarter hour since 1970, in UTC. */
    bucket: column.key(column.integer),
    delivered: column.sumOrNull,
    failed: column.sumOrNull,
    /** The number of attempts that took more than 2 seconds, whether they succeeded or not. */
    slow: column.sumOrNull,
    /** The total duration of all attempts. */
    milliseconds: column.sumOrNull,
  },
  indices: [{ name: 'webhook_traffic_bucket', columns: ['bucket'] }],
});

export interface CountedAttempt {
  endpointId: string;
  at: Instant;
  milliseconds: number;
  isDelivered: boolean;
}

function bucketOf(time: Date): number {
  return Math.floor(time.getTime() / bucketMilliseconds);
}

export function beginOf(bucket: number): Date {
  return new Date(bucket * bucketMilliseconds);
}

/** Counts attempts. The rows are in the order of their keys, so that transactions do not deadlock. */
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

export const removeTraffic = removeRows('webhook_traffic', 'endpoint_id');

const bucketsOfHour = 4;

export interface TrafficSum {
  bucket: number;
  delivered: number;
  failed: number;
  slow: number;
  milliseconds: number;
}

export async function findTraffic(database: Database, endpointId: string, hours: number): Promise<TrafficSum> {
  const since = bucketOf(new Date(nowMilliseconds())) - hours * bucketsOfHour;
  const found = await readHours(database, { endpointId, since });
  return { ...sumOf(found), bucket: since };
}

export async function trafficByHour(database: Database, endpointId: string, hours: number): Promise<TrafficSum[]> {
  const hour = Math.floor(bucketOf(new Date(nowMilliseconds())) / bucketsOfHour) * bucketsOfHour;
  const since = hour - (hours - 1) * bucketsOfHour;
  const byHour = new Map((await readHours(database, { endpointId, since })).map((sum) => [sum.bucket, sum]));
  return Array.from({ length: hours }, (_, index) => {
    const bucket = since + index * bucketsOfHour;
    return byHour.get(bucket) ?? { ...sumOf([]), bucket };
  });
}

function sumOf(sums: readonly TrafficSum[]): TrafficSum {
  const total = { bucket: 0, delivered: 0, failed: 0, slow: 0, milliseconds: 0 };
  for (const { delivered, failed, slow, milliseconds } of sums) {
    total.delivered += delivered;
    total.failed += failed;
    total.slow += slow;
    total.milliseconds += milliseconds;
  }
  return total;
}

interface TrafficQuery {
  endpointId: string;
  since: number;
}

const readHours = batchedByAccount<TrafficQuery, TrafficSum[]>(async (database, batch) => {
  const hour = `t.bucket - t.bucket % ${bucketsOfHour}`;
  const found = new Map<number, (TrafficSum & { endpointId: string })[]>();
  for (const [since, some] of Map.groupBy(batch, ({ since }) => since)) {
    const rows = await database.rows<TrafficSum & { endpointId: string }>(
      `SELECT t.endpoint_id AS endpointId, ${hour} AS bucket, SUM(t.delivered) AS delivered, SUM(t.failed) AS failed,
           SUM(t.slow) AS slow, SUM(t.milliseconds) AS milliseconds
         FROM webhook_traffic t WHERE t.endpoint_id IN (:ids) AND t.bucket >= :since GROUP BY t.endpoint_id, ${hour}`,
      { ids: some.map(({ endpointId }) => endpointId), since },
    );
    found.set(since, rows);
  }
  return batch.map(({ endpointId, since }) => (found.get(since) ?? []).filter((row) => row.endpointId === endpointId));
});
