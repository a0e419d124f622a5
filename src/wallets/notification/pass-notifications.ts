import { IsNull, Not } from 'typeorm';
import { transactFor } from '../../accounts/account/account-root.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { findRow, findRows, lockRow } from '../../kernel/database/rows.ts';
import { jobs } from '../../kernel/jobs/job.ts';
import { enqueue, laneOfService } from '../../kernel/jobs/job-queue.ts';
import type { Integration } from '../../messaging/integration/integration.ts';
import { walletsOf } from '../connected-wallet.ts';
import type { WalletDevice } from '../device/device.ts';
import { registerDevice } from '../device/device-registration.ts';
import type { SavedOrRemoved } from '../google/callback.ts';
import { noteNonce, noteReport } from '../google-pass/google-report.ts';
import { passRow, type WalletPass, walletPasses } from '../pass/pass.ts';
import { findCampaign, versionOf } from '../pass/wallet-campaign.ts';
import { notifyAllWallets, notifyClass } from './notification.ts';
import { newProgress, type PushSending, sendPushJob } from './push-job.ts';

export async function notifyOfPassChanges(transaction: Transaction, passes: readonly string[]): Promise<void> {
  const saved = await findRows(
    transaction,
    walletPasses,
    { id: passes, savedAt: Not(IsNull()), removedAt: null },
    { select: ['id', 'accountId'] },
  );
  for (const [accountId, of] of Map.groupBy(saved, ({ accountId }) => accountId))
    await notifyAllWallets(transaction, accountId, { passes: of.map(({ id }) => id), urgent: true });
}

/**
 * Notifies the wallet if the pass has changed since it was created, or since `since`, the version that the wallet has.
 * Returns the current version. `device` limits this to one device.
 */
async function notifyOfMissed(
  transaction: Transaction,
  passId: string,
  { device, since }: { device?: number; since?: number } = {},
): Promise<number> {
  // The caller read the pass before it was locked.
  const pass = await lockRow(transaction, passRow, { id: passId });
  const version = versionOf(pass, await findCampaign(transaction, pass));
  const notified = { passes: [passId], urgent: true, ...(device !== undefined && { device }) };
  if (version > (since ?? pass.made)) await notifyAllWallets(transaction, pass.accountId, notified);
  return version;
}

/**
 * Notifies the wallets of a campaign. The jobs belong to the service, so the account cannot stop them, and they do not
 * count towards its limit. Each wallet has a job of its own, so that none waits for the rate of another.
 */
export async function notifyOfCampaign(
  transaction: Transaction,
  { campaignId, accountId }: { campaignId: string; accountId: string },
): Promise<void> {
  for (const wallet of await walletsOf(transaction, accountId)) {
    if (wallet.platform === 'GOOGLE') await notifyClass(transaction, wallet, { campaign: campaignId });
    const change: PushSending = {
      ...{ push: '', account: accountId, campaign: campaignId, members: null, until: null },
      platforms: [wallet.platform],
    };
    if (!(await holdWaiting(transaction, change)))
      await enqueue(transaction, sendPushJob, change, { progress: newProgress(0) });
  }
}

/** Locks a job that is still waiting, so that it begins after this change. Returns whether there is one. */
async function holdWaiting(transaction: Transaction, change: PushSending): Promise<boolean> {
  const waiting = { status: 'QUEUED', lease: null } as const;
  const same = { lane: laneOfService(), kind: sendPushJob.kind, input: JSON.stringify(change) };
  const found = await findRow(transaction, jobs, { ...waiting, ...same });
  return found !== null && (await findRow(transaction, jobs, { id: found.id, ...waiting }, 'exclusive')) !== null;
}

export async function startDevice(
  database: Database,
  pass: WalletPass,
  given: Pick<WalletDevice, 'libraryId' | 'pushToken'>,
): Promise<boolean> {
  const started = await transactFor(database, pass.accountId, async (transaction) => {
    const device = await registerDevice(transaction, pass, given);
    return device === null ? null : { device, since: await notifyOfMissed(transaction, pass.id, { device }) };
  });
  if (!started) return false;
  // The job of a change to the campaign may have looked for devices before this registration was committed.
  if (versionOf(pass, await findCampaign(database, pass)) > started.since)
    await transactFor(database, pass.accountId, (transaction) => notifyOfMissed(transaction, pass.id, started));
  return true;
}

/** Applies a report. Returns false for one that was accepted before. */
export function applyReport(
  database: Database,
  { id: integrationId, accountId }: Pick<Integration, 'id' | 'accountId'>,
  { pass, report }: { pass: WalletPass; report: SavedOrRemoved },
): Promise<boolean> {
  return transactFor(database, accountId, async (transaction) => {
    if (!(await noteNonce(transaction, { integrationId, ...report }))) return false;
    if (await noteReport(transaction, pass, report)) await notifyOfMissed(transaction, pass.id);
    return true;
  });
}
