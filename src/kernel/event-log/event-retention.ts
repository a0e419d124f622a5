import type { Database } from '../database/database.ts';
import { bind } from '../database/statement.ts';
import { daysAgo, type Instant } from '../values/instant.ts';

const chunk = 500;

/**
 * Removes a chunk of the oldest events after their retention period, and stores the position up to which no events are
 * left. Keeps events that the reader of the cursor has not reached. Returns the number of removed events.
 */
export async function pruneEvents(database: Database, keptDays: number, cursor?: string): Promise<number> {
  const read = cursor ? await reachedBy(database, cursor) : Number.MAX_SAFE_INTEGER;
  const oldest = await database.rows<{ id: string; position: number; createdAt: Instant }>(
    `SELECT id, position, created_at AS createdAt FROM events WHERE position IS NOT NULL ORDER BY position LIMIT ${chunk}`,
  );
  const limit = daysAgo(keptDays);
  const kept = oldest.findIndex(({ createdAt, position }) => createdAt >= limit || position > read);
  const past = oldest.slice(0, kept === -1 ? oldest.length : kept);
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
