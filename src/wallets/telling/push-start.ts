import { requireRoomForJob } from '../../jobs/job-room.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { findRow, insertRow } from '../../kernel/database/rows.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { type Push, pushes } from '../push/push.ts';
import { type Audience, countHolders, showMessage } from '../push/push-audience.ts';
import { platforms, type Wallet, walletsOf } from './connected-wallet.ts';
import { newProgress, type PushSending, sendPushJob } from './push-job.ts';
import { laneRow } from './wallet-lane.ts';

/**
 * Shows a message on the passes and queues the job that tells the wallets. Throws `WALLET_REFUSED` when no wallet accepts
 * the settings of the account, and `NO_WALLET_HOLDERS` when nobody has a pass.
 */
export async function startPush(
  transaction: Transaction,
  { accountId, campaignId, memberships }: Omit<Audience, 'issuers'>,
  message: string,
): Promise<Push> {
  const wallets = await requireAcceptedWallet(transaction, accountId);
  const audience = { accountId, campaignId, memberships, issuers: wallets.map(({ issuer }) => issuer) };
  const isForNobody = memberships?.length === 0;
  const recipients = isForNobody ? 0 : await countHolders(transaction, audience);
  if (recipients === 0 && !isForNobody) throw new Problem('NO_WALLET_HOLDERS');
  const push = {
    ...{ id: newId('walletPush'), accountId, campaignId, message, jobId: null, recipients, messageChange: null },
    ...{ audience: memberships ? 'NAMED' : 'ALL', told: 0, failed: 0, unnotified: 0, fetched: 0, createdAt: now() },
  } as Push;
  if (!isForNobody) {
    push.messageChange = await showMessage(transaction, audience, message);
    push.jobId = await queueJob(transaction, push, memberships);
  }
  await insertRow(transaction, pushes, push);
  return push;
}

/** Returns the wallets of the account. One that does not accept its settings keeps what it has to tell for a day. */
async function requireAcceptedWallet(transaction: Transaction, accountId: string): Promise<Wallet[]> {
  const wallets = await walletsOf(transaction, accountId);
  const reasons = [];
  for (const { integration } of wallets) {
    const lane = await findRow(transaction, laneRow, { id: integration.id });
    if (lane?.pausedVersion !== integration.version) return wallets;
    reasons.push(lane.pauseReason);
  }
  throw new Problem('WALLET_REFUSED', reasons.join(' ') || undefined);
}

async function queueJob(
  transaction: Transaction,
  { id, accountId, campaignId, createdAt, recipients }: Push,
  memberships: readonly number[] | null,
): Promise<string> {
  await requireRoomForJob(transaction, accountId);
  const sending: PushSending = {
    ...{ push: id, account: accountId, campaign: campaignId },
    ...{ memberships, until: createdAt, platforms },
  };
  const job = await later(transaction, sendPushJob, sending, { accountId, progress: newProgress(recipients) });
  return job.id;
}
