import { sharedByAccount } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import type { Instant } from '../../kernel/values/instant.ts';

export interface HistoryEntry {
  id: string;
  type: string;
  at: Instant;
  keyId: string | null;
  session: string;
}

const most = 1000;

/** Returns the events of a session that are still kept, oldest first, at most the last 1,000. */
export const findHistory = sharedByAccount<string, HistoryEntry[]>(async (database, sessions) => {
  const rows = await database.rows<HistoryEntry>(
    ...bind(
      `SELECT e.id AS id, e.type AS type, e.created_at AS at, e.key_id AS keyId, e.session AS session
       FROM events e WHERE e.session IN (:sessions) ORDER BY e.number DESC`,
      { sessions },
    ),
  );
  const bySession = Map.groupBy(rows, ({ session }) => session);
  return sessions.map((session) => (bySession.get(session) ?? []).slice(0, most).toReversed());
});
