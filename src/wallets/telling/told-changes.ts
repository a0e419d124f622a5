import type { Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { now } from '../../kernel/values/instant.ts';
import { type PushProgress, sendPushJob, tellHolders } from './push-job.ts';

/** Tells the devices that have one of the passes, because the passes show something else now. */
export async function tellOfChanges(transaction: Transaction, passes: readonly string[]): Promise<void> {
  const saved = await transaction.rows<{ id: string; accountId: string }>(
    ...bind(
      `SELECT w.id AS id, w.account_id AS accountId FROM wallet_passes w
       WHERE w.id IN (:passes) AND w.platform = 'APPLE' AND w.saved_at IS NOT NULL AND w.removed_at IS NULL`,
      { passes },
    ),
  );
  for (const [accountId, of] of Map.groupBy(saved, ({ accountId }) => accountId))
    await tellHolders(transaction, accountId, { passes: of.map(({ id }) => id), urgent: true });
}

/** Tells all who saved a coupon or loyalty card, in the background, because all its passes show something else now. */
export async function tellOfCampaign(
  transaction: Transaction,
  { campaignId, accountId }: { campaignId: string; accountId: string },
): Promise<void> {
  const progress: PushProgress = { requested: 0, created: 0, after: null, complete: false };
  const change = { push: '', campaign: campaignId, memberships: null, until: now() };
  await later(transaction, sendPushJob, change, { accountId, progress });
}
