import type { Database } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { removeEach, removeRows } from '../../kernel/jobs/removal.ts';
import { statisticsTotals } from './statistics.ts';

/** Removes what was counted for an account and its campaigns. Nothing is counted twice, so those of others stay. */
export const removeStatistics = removeEach(nextCounted, [
  removeRows('statistics', 'campaign_id', 500),
  removeRows('statistics_refusals', 'campaign_id', 500),
  removeRows('statistics_totals', 'campaign_id', 500),
]);

/** Returns the id of an account or a campaign with a total: there is one for everything that was counted. */
async function nextCounted(database: Database, accountId: string): Promise<string | null> {
  const found = await findRow(database, statisticsTotals, { accountId });
  return found?.campaignId ?? null;
}
