import { toRealTime } from '../clocks/account-clocks.ts';
import type { Connection, Database } from '../database/database.ts';
import { smallestPartition } from '../database/engines/partition-ranges.ts';
import { addPartition, type Partition, partitionsOf } from '../database/engines/partitions.ts';
import { type Instant, toDate } from '../values/instant.ts';

/** How many partitions hold the events that are kept. A lookup by anything but the number asks each of them. */
const wanted = 20;
/** How many events beyond the last bound may be moved while callers wait. */
const mostMoved = 10_000;
const dayMilliseconds = 86_400_000;

interface Placed {
  number: number;
  position: number;
  createdAt: Instant;
}

/** The oldest events, which are removed together because they are a partition. No more events come into it. */
export interface OldestPartition {
  partition: Bounded;
  /**
   * The first and the last event in the order of positions, and the one that was inserted last. Absent if the partition is
   * empty.
   */
  ends: { first: Placed; last: Placed; newest: Placed } | null;
}

type Bounded = Partition & { end: number };

/**
 * Adds the partition for the next events before they need it, with room for those of a twentieth of the retention period.
 * Returns the number of partitions that it added.
 */
export async function extendPartitions(database: Database, keptDays: number): Promise<number> {
  const bounded = boundedIn(await partitionsOf(database, 'events'));
  const last = bounded.at(-1);
  const newest = last && (await eventAt(database, 'number > 0', 'number DESC'));
  if (!newest) return 0;
  const begin = bounded.at(-2)?.end ?? 0;
  if (newest.number < begin) return 0;
  if (newest.number >= last.end + mostMoved)
    throw new Error(
      `${newest.number - last.end} events are beyond the last partition: docs/operating.md tells how to divide them`,
    );
  const wished = (await perDay(database, bounded.at(-3)?.end ?? 0, newest)) * (keptDays / wanted);
  const size = Math.max(smallestPartition, Math.min(Math.ceil(wished), 2 * (last.end - begin)));
  return (await addPartition(database, 'events', Math.max(last.end, newest.number) + size)) ? 1 : 0;
}

/** Returns how many numbers a day the events have had since one. */
async function perDay(connection: Connection, since: number, newest: Placed): Promise<number> {
  const first = await eventAt(connection, `number >= ${since}`, 'number');
  if (!first) return 0;
  const milliseconds = toDate(newest.createdAt).getTime() - toDate(first.createdAt).getTime();
  return ((newest.number - first.number) * dayMilliseconds) / Math.max(milliseconds, 60_000);
}

/**
 * Returns the oldest partition, if its events are to be removed together. Events of a partition that has room, or that
 * took more than a tenth of the retention period to fill, are removed one by one, so that they are not kept for too long.
 */
export async function oldestPartition(database: Database, keptDays: number): Promise<OldestPartition | null> {
  const [partition] = boundedIn(await partitionsOf(database, 'events'));
  if (!partition) return null;
  const newest = await eventAt(database, 'number > 0', 'number DESC');
  if (!newest || newest.number < partition.end) return null;
  const inside = `number < ${partition.end}`;
  if ((await database.rows(`SELECT number FROM events WHERE position IS NULL AND ${inside} LIMIT 1`)).length > 0)
    return null;
  const first = await eventAt(database, `position > 0 AND ${inside}`, 'position');
  const last = await eventAt(database, `position > 0 AND ${inside}`, 'position DESC');
  const newestInside = await eventAt(database, inside, 'number DESC');
  if (!first || !last || !newestInside) return { partition, ends: null };
  const days = (toDate(last.createdAt).getTime() - toDate(first.createdAt).getTime()) / dayMilliseconds;
  return days > keptDays / 10 ? null : { partition, ends: { first, last, newest: newestInside } };
}

function boundedIn(partitions: readonly Partition[]): Bounded[] {
  return partitions.flatMap(({ name, end }) => (end === null ? [] : [{ name, end }]));
}

async function eventAt(connection: Connection, condition: string, order: string): Promise<Placed | undefined> {
  const index = connection.dialect.useIndex(order.startsWith('number') ? 'PRIMARY' : 'events_position');
  const [event] = await connection.rows<Placed & { accountId: string }>(
    `SELECT number, position, account_id AS accountId, created_at AS createdAt FROM events ${index} WHERE ${condition} ORDER BY ${order} LIMIT 1`,
  );
  return event && { ...event, createdAt: toRealTime(event.accountId, event.createdAt) };
}
