import type { Database } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { removeEach, removeRows } from '../../kernel/jobs/removal.ts';
import { statisticsTotals } from './statistics.ts';

/**
 * Removes the counts of an account and its campaigns. It does not change those of other accounts, because nothing is
 * counted twice.
 */
export const removeStatistics = removeEach(nextCounted, [
  removeRows('statistics', 'campaign_id', 500),
  removeRows('statistics_refused_attempts', 'campaign_id', 500),
  removeRows('statistics_totals', 'campaign_id', 500),
]);

async function nextCounted(database: Database, accountId: string): Promise<string | null> {
  const found = await findRow(database, statisticsTotals, { accountId });
  return found?.campaignId ?? null;
}
