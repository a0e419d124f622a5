import type { Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { type PushProgress, type PushSending, sendPushJob, tellHolders } from './push-job.ts';

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

/**
 * Tells all who saved a coupon or loyalty card, in the background, because all its passes show something else now. The
 * job belongs to the service, so the account can neither stop it nor do without room for other jobs.
 */
export async function tellOfCampaign(
  transaction: Transaction,
  { campaignId, accountId }: { campaignId: string; accountId: string },
): Promise<void> {
  const progress: PushProgress = { requested: 0, created: 0, after: null, complete: false };
  const change: PushSending = { push: '', account: accountId, campaign: campaignId, memberships: null, until: null };
  if (!(await holdWaiting(transaction, change))) await later(transaction, sendPushJob, change, { progress });
}

/** Locks the job of an earlier change that has not begun, so that it begins after this change. Returns whether there is one. */
async function holdWaiting(transaction: Transaction, change: PushSending): Promise<boolean> {
  const waiting = `j.status = 'QUEUED' AND j.lease IS NULL`;
  const [found] = await transaction.rows<{ id: string }>(
    `SELECT j.id AS id FROM jobs j WHERE ${waiting} AND j.account_id IS NULL AND j.kind = ? AND j.input = ? LIMIT 1`,
    [sendPushJob.kind, JSON.stringify(change)],
  );
  if (!found) return false;
  const held = await transaction.rows(
    `SELECT 1 FROM jobs j WHERE j.id = ? AND ${waiting} ${transaction.dialect.forUpdate}`,
    [found.id],
  );
  return held.length > 0;
}
