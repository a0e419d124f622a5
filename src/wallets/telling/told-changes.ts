import type { Transaction } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { passRow } from '../pass/pass.ts';
import { findCampaign, versionOf } from '../pass-file/pass-version.ts';
import { walletsOf } from './connected-wallet.ts';
import { tellClass, tellHolders } from './pass-telling.ts';
import { newProgress, type PushSending, sendPushJob } from './push-job.ts';

/** Tells the wallets of those who saved one of the passes, because the passes show something else now. */
export async function tellOfChanges(transaction: Transaction, passes: readonly string[]): Promise<void> {
  const saved = await transaction.rows<{ id: string; accountId: string }>(
    ...bind(
      `SELECT w.id AS id, w.account_id AS accountId FROM wallet_passes w
       WHERE w.id IN (:passes) AND w.saved_at IS NOT NULL AND w.removed_at IS NULL`,
      { passes },
    ),
  );
  for (const [accountId, of] of Map.groupBy(saved, ({ accountId }) => accountId))
    await tellHolders(transaction, accountId, { passes: of.map(({ id }) => id), urgent: true });
}

/**
 * Tells the wallet that saved a pass, if the pass has changed since it was made: the change may be later than what the
 * wallet has. `device` names the only device in Apple Wallet that is told, `since` the version that the wallet knows of.
 * Returns the version of the pass.
 */
export async function tellOfMissed(
  transaction: Transaction,
  passId: string,
  { device, since }: { device?: number; since?: number } = {},
): Promise<number> {
  // The caller read the pass before its lock.
  const pass = await requireRow(transaction, passRow, { id: passId }, 'exclusive');
  const version = versionOf(pass, await findCampaign(transaction, pass));
  const told = { passes: [passId], urgent: true, ...(device !== undefined && { device }) };
  if (version > (since ?? pass.made)) await tellHolders(transaction, pass.accountId, told);
  return version;
}

/**
 * Tells the wallets of all who saved a coupon or loyalty card, in the background, because all its passes show something
 * else now. The jobs belong to the service, so the account can neither stop them nor do without room for other jobs.
 * Each wallet has its own, so that none waits for the rate of another.
 */
export async function tellOfCampaign(
  transaction: Transaction,
  { campaignId, accountId }: { campaignId: string; accountId: string },
): Promise<void> {
  for (const wallet of await walletsOf(transaction, accountId)) {
    if (wallet.platform === 'GOOGLE') await tellClass(transaction, wallet, { campaign: campaignId });
    const change: PushSending = {
      ...{ push: '', account: accountId, campaign: campaignId, memberships: null, until: null },
      platforms: [wallet.platform],
    };
    if (!(await holdWaiting(transaction, change)))
      await later(transaction, sendPushJob, change, { progress: newProgress(0) });
  }
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
