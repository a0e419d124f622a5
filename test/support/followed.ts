import { expect } from 'vitest';
import type { Database } from '../../src/kernel/database/database.ts';

/** Waits until what happened so far has marked its passes. */
export async function untilFollowed(database: Database): Promise<void> {
  const waiting = `SELECT 1 FROM events WHERE position IS NULL UNION ALL
    SELECT 1 FROM sequences s JOIN sequences l ON l.name = 'event_position' WHERE s.name = 'wallet_updates' AND s.value < l.value`;
  await expect.poll(() => database.rows(waiting)).toEqual([]);
}
