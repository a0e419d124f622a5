import type { Database } from '../database/database.ts';
import { bind } from '../database/statement.ts';
import { daysAgo, type Instant } from '../values/instant.ts';
import type { EventArchive } from './archive/event-archive.ts';

const chunk = 500;

interface Rules {
  keptDays: number;
  /** The name of a cursor whose reader needs the events that it has not reached. */
  cursor?: string;
  /** Receives the events before they are removed. */
  archive?: EventArchive | null;
}

/**
 * Removes a chunk of the oldest events after their retention period, and stores the position up to which no events are
 * left. Returns the number of removed events.
 */
export async function pruneEvents(database: Database, { keptDays, cursor, archive }: Rules): Promise<number> {
  const read = cursor ? await reachedBy(database, cursor) : Number.MAX_SAFE_INTEGER;
  const oldest = await database.rows<{ id: string; position: number; createdAt: Instant }>(
    `SELECT id, position, created_at AS createdAt FROM events WHERE position IS NOT NULL ORDER BY position LIMIT ${chunk}`,
  );
  const limit = daysAgo(keptDays);
  const kept = oldest.findIndex(({ createdAt, position }) => createdAt >= limit || position > read);
  const expired = oldest.slice(0, kept === -1 ? oldest.length : kept);
  const [first] = expired;
  if (!first) return 0;
  const upTo = archive ? await archive.archivedUpTo(database, first.position, limit, read) : Number.MAX_SAFE_INTEGER;
  const past = expired.filter(({ position }) => position <= (upTo ?? 0));
  const last = past.at(-1)?.position;
  if (last === undefined) return 0;
  return database.transaction(async (transaction) => {
    await transaction.change(`UPDATE sequences SET value = ? WHERE name = 'events_pruned' AND value < ?`, [last, last]);
    await transaction.change(
      ...bind('DELETE FROM shared_events WHERE event_id IN (:ids)', { ids: past.map(({ id }) => id) }),
    );
    return transaction.change('DELETE FROM events WHERE position <= ?', [last]);
  });
}

async function reachedBy(database: Database, cursor: string): Promise<number> {
  const [reached] = await database.rows<{ value: number }>('SELECT value FROM sequences WHERE name = ?', [cursor]);
  return reached?.value ?? 0;
}
