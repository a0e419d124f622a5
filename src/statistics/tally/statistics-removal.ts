import type { Database } from '../../kernel/database/database.ts';
import { removeEach, removeRows } from '../../kernel/jobs/removal.ts';

/** Removes what was counted for an account and its campaigns. Nothing is counted twice, so those of others stay. */
export const removeStatistics = removeEach(nextCounted, [
  removeRows('statistics', 'campaign_id', 500),
  removeRows('statistics_refusals', 'campaign_id', 500),
  removeRows('statistics_totals', 'campaign_id', 500),
]);

async function nextCounted(database: Database, accountId: string): Promise<string | null> {
  const [found] = await database.rows<{ id: string }>(
    'SELECT t.campaign_id AS id FROM statistics_totals t WHERE t.account_id = ? LIMIT 1',
    [accountId],
  );
  return found?.id ?? null;
}
