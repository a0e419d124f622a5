import type { Database } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { daysAgo } from '../../kernel/values/instant.ts';

const chunk = 500;

/** Clears the columns of holds that ended more than a day ago. A hold has no effect after its end. */
export async function pruneHolds(database: Database): Promise<number> {
  const limit = daysAgo(1);
  const found = await database.rows<{ sequence: number }>(
    `SELECT s.sequence AS sequence FROM coupon_sessions s WHERE s.held_until < ? LIMIT ${chunk}`,
    [limit],
  );
  if (found.length === 0) return 0;
  return database.transaction((transaction) =>
    transaction.change(
      ...bind(
        `UPDATE coupon_sessions SET held_until = NULL, hold_key = NULL
         WHERE sequence IN (:sequences) AND held_until < :limit`,
        { sequences: found.map(({ sequence }) => sequence), limit },
      ),
    ),
  );
}
