import { aheadOf, toRealTime } from '../clocks/account-clocks.ts';
import type { Connection, Database, Transaction } from '../database/database.ts';
import { dropPartition } from '../database/engines/partitions.ts';
import { bind } from '../database/statement.ts';
import { daysAgo, type Instant, realNow } from '../values/instant.ts';
import type { EventArchive } from './archive/event-archive.ts';
import { type OldestPartition, oldestPartition } from './event-partitions.ts';
import { unshare, unshareWith } from './shared-event.ts';
import { removeTraces } from './traces/event-trace.ts';

const chunk = 500;

/**
 * An event gets its time at most this long before its number: longer than any transaction, with room for clocks that
 * differ. So all events of a partition are older than the one with the highest number plus this.
 */
const hoursToInsert = 1;

interface Rules {
  keptDays: number;
  /** The name of a cursor whose reader needs the events that it has not reached. */
  cursor?: string;
  /** Receives the events before they are removed. */
  archive?: EventArchive | null;
}

/** What may be removed now. */
interface Bounds {
  /** The events before this instant. */
  limit: Instant;
  /** The events that were inserted before an event of this instant have expired. */
  surely: Instant;
  /** The events up to this position, because all readers have them. */
  read: number;
  archive?: EventArchive | null | undefined;
}

/**
 * Removes a chunk of the oldest events after their retention period, and stores the position up to which no events are
 * left. Events in a partition are archived in chunks and then removed together. Returns how many events it has archived or
 * removed.
 */
export async function pruneEvents(database: Database, { keptDays, cursor, archive }: Rules): Promise<number> {
  const read = cursor ? await sequenceValue(database, cursor) : Number.MAX_SAFE_INTEGER;
  const bounds = { limit: daysAgo(keptDays), surely: daysAgo(keptDays + hoursToInsert / 24), read, archive };
  const oldest = await oldestPartition(database, keptDays);
  return oldest ? prunePartition(database, oldest, bounds) : pruneChunk(database, bounds);
}

async function pruneChunk(database: Database, { limit, read, archive }: Bounds): Promise<number> {
  const oldest = await database.rows<{ id: string; accountId: string; position: number; createdAt: Instant }>(
    `SELECT id, account_id AS accountId, position, created_at AS createdAt FROM events WHERE position IS NOT NULL ORDER BY position LIMIT ${chunk}`,
  );
  const kept = oldest.findIndex(
    ({ accountId, createdAt, position }) => toRealTime(accountId, createdAt) >= limit || position > read,
  );
  const expired = oldest.slice(0, kept === -1 ? oldest.length : kept);
  const [first] = expired;
  if (!first) return 0;
  const upTo = archive ? await archive.archivedUpTo(database, first.position, limit, read) : Number.MAX_SAFE_INTEGER;
  const past = expired.filter(({ position }) => position <= (upTo ?? 0));
  const last = past.at(-1)?.position;
  if (last === undefined) return 0;
  return database.transaction(async (transaction) => {
    await markPruned(transaction, last);
    await unshare(transaction, idsOf(past));
    return transaction.change('DELETE FROM events WHERE position <= ?', [last]);
  });
}

/** Takes one step: archives events, removes what lies outside of the partition, or drops it. */
async function prunePartition(
  database: Database,
  { partition, ends }: OldestPartition,
  bounds: Bounds,
): Promise<number> {
  const { dialect } = database;
  const pruned = await sequenceValue(database, 'events_pruned');
  const last = ends?.last.position ?? 0;
  if (pruned < last) {
    if (!ends || last > bounds.read || ends.newest.createdAt >= bounds.surely) return 0;
    const archived = await archiveOn(database, { pruned, last }, bounds);
    if (archived !== 'done') return archived;
    if (await isAnyKept(database, { last, end: partition.end }, bounds.limit)) return 0;
    await database.transaction((transaction) => markPruned(transaction, last));
  }
  // Positions follow numbers only roughly, so some events with lower positions are in the next partitions.
  const others = await database.rows<{ id: string; number: number }>(
    `SELECT id, number FROM events ${dialect.useIndex('events_position')}
     WHERE position <= ? AND number >= ? ORDER BY position LIMIT ${chunk}`,
    [last, partition.end],
  );
  const shared = await database.rows<{ id: string }>(
    `SELECT e.id AS id FROM shared_events x ${dialect.orderedJoin} events e ON e.id = x.event_id
     WHERE e.number < ? LIMIT ${chunk}`,
    [partition.end],
  );
  if (others.length + shared.length === 0)
    return (await dropPartition(database, 'events', partition))
      ? Math.max(1, last - (ends?.first.position ?? 0) + 1)
      : 0;
  return database.transaction(async (transaction) => {
    await unshare(transaction, idsOf([...others, ...shared]));
    const numbers = others.map(({ number }) => number);
    if (numbers.length > 0)
      await transaction.change(...bind('DELETE FROM events WHERE number IN (:numbers)', { numbers }));
    return others.length + shared.length;
  });
}

/** Archives the next events of a partition. Returns their number, 0 if they cannot be archived yet, or that all are. */
async function archiveOn(
  database: Database,
  { pruned, last }: { pruned: number; last: number },
  { limit, read, archive }: Bounds,
): Promise<number | 'done'> {
  const reached = Math.max(pruned, archive?.reached ?? last);
  if (reached >= last) return 'done';
  const upTo = await archive?.archivedUpTo(database, reached + 1, limit, read);
  return upTo ? upTo - reached : 0;
}

/** Returns whether an event of later partitions, with a position up to the last one of the first, has not expired. */
async function isAnyKept(
  connection: Connection,
  { last, end }: { last: number; end: number },
  limit: Instant,
): Promise<boolean> {
  const kept = await connection.rows<{ accountId: string }>(
    `SELECT account_id AS accountId FROM events ${connection.dialect.useIndex('events_position')}
     WHERE position <= ? AND number >= ? AND created_at >= ? LIMIT ${chunk}`,
    [last, end, limit],
  );
  return kept.some(({ accountId }) => aheadOf(accountId) === 0);
}

async function markPruned(transaction: Transaction, last: number): Promise<void> {
  await transaction.change(`UPDATE sequences SET value = ? WHERE name = 'events_pruned' AND value < ?`, [last, last]);
}

function idsOf(past: readonly { id: string }[]): string[] {
  return past.map(({ id }) => id);
}

async function sequenceValue(connection: Connection, name: string): Promise<number> {
  const [found] = await connection.rows<{ value: number }>('SELECT value FROM sequences WHERE name = ?', [name]);
  return found?.value ?? 0;
}

/**
 * Empties some events of an account that is being removed. Their rows stay, because positions have no holes, with nothing
 * but their ids, types and times. A time of a clock that is ahead becomes real, because retention compares it. No account sees them any more. Returns whether none are left.
 */
export async function emptyEvents(database: Database, accountId: string): Promise<boolean> {
  const found = await database.rows<{ id: string; number: number }>(
    `SELECT e.id AS id, e.number AS number FROM events e ${database.dialect.useIndex('events_account')}
     WHERE e.account_id = ? LIMIT ${chunk}`,
    [accountId],
  );
  if (found.length === 0)
    return (await database.transaction((transaction) => unshareWith(transaction, accountId))) === 0;
  const numbers = found.map(({ number }) => number);
  const ids = found.map(({ id }) => id);
  await database.transaction(async (transaction) => {
    await unshare(transaction, ids);
    await removeTraces(transaction, ids);
    await transaction.change(
      ...bind(
        `UPDATE events SET account_id = '', campaign_id = NULL, session = NULL, key_id = NULL, data = '{}',
           created_at = CASE WHEN created_at > :now THEN :now ELSE created_at END WHERE number IN (:numbers)`,
        { numbers, now: realNow() },
      ),
    );
  });
  return false;
}
