import type { Database } from '../../kernel/database/database.ts';
import { sharedByAccount } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { nowMilliseconds } from '../../kernel/values/instant.ts';
import { bucketOf } from './endpoint-traffic.ts';

const bucketsOfHour = 4;

/** The attempts of a period that begins with a quarter hour. */
export interface TrafficSum {
  bucket: number;
  delivered: number;
  failed: number;
  slow: number;
  milliseconds: number;
}

/** Returns the attempts since the quarter hour that many hours ago. */
export async function findTraffic(database: Database, endpointId: string, hours: number): Promise<TrafficSum> {
  const since = bucketOf(new Date(nowMilliseconds())) - hours * bucketsOfHour;
  const found = await readHours(database, { endpointId, since });
  return { ...sumOf(found), bucket: since };
}

/** Returns the attempts of each of the last hours, the current one included. */
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

interface Wanted {
  endpointId: string;
  since: number;
}

/** Returns the sums of the hours of UTC of an endpoint since a quarter hour. */
const readHours = sharedByAccount<Wanted, TrafficSum[]>(async (database, wanted) => {
  const hour = `t.bucket - t.bucket % ${bucketsOfHour}`;
  const found = new Map<number, (TrafficSum & { endpointId: string })[]>();
  for (const [since, some] of Map.groupBy(wanted, ({ since }) => since)) {
    const rows = await database.rows<TrafficSum & { endpointId: string }>(
      ...bind(
        `SELECT t.endpoint_id AS endpointId, ${hour} AS bucket, SUM(t.delivered) AS delivered, SUM(t.failed) AS failed,
           SUM(t.slow) AS slow, SUM(t.milliseconds) AS milliseconds
         FROM webhook_traffic t WHERE t.endpoint_id IN (:ids) AND t.bucket >= :since GROUP BY t.endpoint_id, ${hour}`,
        { ids: some.map(({ endpointId }) => endpointId), since },
      ),
    );
    found.set(since, rows);
  }
  return wanted.map(({ endpointId, since }) => (found.get(since) ?? []).filter((row) => row.endpointId === endpointId));
});
