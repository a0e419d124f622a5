import { IsNull, Not } from 'typeorm';
import type { Transaction } from '../../kernel/database/database.ts';
import { findRow, findRows, lockRow } from '../../kernel/database/rows.ts';
import { jobs } from '../../kernel/jobs/job.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { passRow, walletPasses } from '../pass/pass.ts';
import { findCampaign, versionOf } from '../pass-file/pass-version.ts';
import { walletsOf } from './connected-wallet.ts';
import { tellClass, tellHolders } from './pass-telling.ts';
import { newProgress, type PushSending, sendPushJob } from './push-job.ts';

/** Tells the wallets of those who saved one of the passes, because the passes show something else now. */
export async function tellOfChanges(transaction: Transaction, passes: readonly string[]): Promise<void> {
  const saved = await findRows(
    transaction,
    walletPasses,
    { id: passes, savedAt: Not(IsNull()), removedAt: null },
    { select: ['id', 'accountId'] },
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
  const pass = await lockRow(transaction, passRow, { id: passId });
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
  const waiting = { status: 'QUEUED', lease: null } as const;
  const same = { accountId: null, kind: sendPushJob.kind, input: JSON.stringify(change) };
  const found = await findRow(transaction, jobs, { ...waiting, ...same });
  return found !== null && (await findRow(transaction, jobs, { id: found.id, ...waiting }, 'exclusive')) !== null;
}
