import { requireRoomForJob } from '../../jobs/job-room.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/single-row.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { newId } from '../../kernel/values/ids.ts';
import { now } from '../../kernel/values/instant.ts';
import { type Integration, requireIntegration } from '../../messaging/integration/integration.ts';
import { type Push, pushes } from '../push/push.ts';
import { type Audience, countHolders, showMessage } from '../push/push-audience.ts';
import { type PushProgress, type PushSending, passTypeOf, sendPushJob } from './push-job.ts';
import { laneRow } from './wallet-lane.ts';

/**
 * Shows a message on the passes and queues the job that tells the devices. Throws `WALLET_REFUSED` or
 * `NO_WALLET_HOLDERS` when nobody can be reached.
 */
export async function startPush(
  transaction: Transaction,
  { accountId, campaignId, memberships }: Omit<Audience, 'issuer'>,
  message: string,
): Promise<Push> {
  const issuer = passTypeOf(await requireAcceptedPlatform(transaction, accountId));
  const audience = { accountId, campaignId, memberships, issuer };
  const isForNobody = memberships?.length === 0;
  const recipients = isForNobody ? 0 : await countHolders(transaction, audience);
  if (recipients === 0 && !isForNobody) throw new Problem('NO_WALLET_HOLDERS');
  const push = {
    ...{ id: newId('walletPush'), accountId, campaignId, message, jobId: null, recipients },
    ...{ audience: memberships ? 'NAMED' : 'ALL', told: 0, failed: 0, createdAt: now() },
  } as Push;
  if (!isForNobody) {
    await showMessage(transaction, audience, message);
    push.jobId = await queueJob(transaction, push, memberships);
  }
  await transaction.manager.insert(pushes, push);
  return push;
}

async function requireAcceptedPlatform(transaction: Transaction, accountId: string): Promise<Integration> {
  const integration = await requireIntegration(transaction, accountId, 'APPLE_WALLET');
  const lane = await findRow(transaction, laneRow, { id: integration.id });
  if (lane?.pausedVersion === integration.version) throw new Problem('WALLET_REFUSED', lane.pauseReason ?? undefined);
  return integration;
}

async function queueJob(
  transaction: Transaction,
  { id, accountId, campaignId, createdAt, recipients }: Push,
  memberships: readonly number[] | null,
): Promise<string> {
  await requireRoomForJob(transaction, accountId);
  const sending: PushSending = {
    ...{ push: id, account: accountId, campaign: campaignId },
    ...{ memberships, until: createdAt },
  };
  const progress: PushProgress = { requested: recipients, created: 0, after: null, complete: false };
  const job = await later(transaction, sendPushJob, sending, { accountId, progress });
  return job.id;
}
