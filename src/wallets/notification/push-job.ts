import { requireRoomForJob } from '../../jobs/job-room.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { findRow, insertRow } from '../../kernel/database/rows.ts';
import { holdJob, type Job, type JobProgress, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { platforms, type Wallet, type WalletPlatform, walletsOf } from '../connected-wallet.ts';
import { countPeople } from '../pass/pass-counts.ts';
import { type Audience, countPasses, type PassKey, type Push, pushes, showMessage } from '../push/push.ts';
import { notifyClass, notifyPasses } from './notification.ts';
import { countWaiting, dropNotifications, holdNotifications } from './waiting-notifications.ts';
import { laneRow } from './wallet-lane.ts';

/**
 * Starts a push. Throws `WALLET_REFUSED` if no wallet accepts the settings of the account, and `NO_WALLET_HOLDERS` if
 * nobody has a pass.
 */
export async function startPush(
  transaction: Transaction,
  { accountId, campaignId, members }: Omit<Audience, 'issuers'>,
  message: string,
): Promise<Push> {
  const wallets = await requireAcceptedWallet(transaction, accountId);
  const audience = { accountId, campaignId, members, issuers: wallets.map(({ issuer }) => issuer) };
  const isForNobody = members?.length === 0;
  const recipients = isForNobody ? 0 : await countPasses(transaction, audience);
  if (recipients === 0 && !isForNobody) throw new Problem('NO_WALLET_HOLDERS');
  const push = {
    ...{ id: newId('walletPush'), accountId, campaignId, message, jobId: null, recipients, messageChange: null },
    ...{ audience: members ? 'NAMED' : 'ALL', notified: 0, failed: 0, unnotified: 0, fetched: 0, createdAt: now() },
  } as Push;
  if (!isForNobody) {
    push.messageChange = await showMessage(transaction, audience, message);
    push.jobId = await queueJob(transaction, push, members);
  }
  await insertRow(transaction, pushes, push);
  return push;
}

/** Requires a wallet that accepts its settings. A wallet that rejects them keeps its queue for a day. */
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
  members: readonly number[] | null,
): Promise<string> {
  await requireRoomForJob(transaction, accountId);
  const sending: PushSending = {
    ...{ push: id, account: accountId, campaign: campaignId },
    ...{ members, until: createdAt, platforms },
  };
  const job = await enqueue(transaction, sendPushJob, sending, { accountId, progress: newProgress(recipients) });
  return job.id;
}

export interface PushSending {
  /** The id of the push. Empty for a change to the whole campaign, which has no message. */
  push: string;
  account: string;
  campaign: string;
  /** The numbers of the members. Null for everyone who has saved the campaign. */
  members: readonly number[] | null;
  /**
   * Only passes that were saved up to this time are notified. Later ones show the message when they are first fetched.
   * Null for a change without a message.
   */
  until: Instant | null;
  platforms: readonly WalletPlatform[];
}

interface PushProgress extends Pick<JobProgress, 'requested' | 'created'> {
  wallets: number;
  after: PassKey | null;
  complete: boolean;
}

const chunk = 2000;

/** Limits the waiting notifications, so that a cancellation has little to do. */
const maxWaiting = 5000;
const untilRoomSeconds = 0.2;
const untilOverSeconds = 0.5;

/**
 * Queues a chunk in the transaction that stores the progress, so that a crash skips none. The job ends when nothing is
 * waiting.
 */
export const sendPushJob = defineJob('sendPushStep', { step: notifyNext, onStatus: followPush });

export function newProgress(recipients: number): PushProgress {
  return { requested: recipients, created: 0, wallets: 0, after: null, complete: false };
}

async function notifyNext(database: Database, sending: PushSending, job: Job): Promise<boolean | number> {
  const { platforms } = sending;
  const progress = JSON.parse(job.progress ?? '') as PushProgress;
  const wallets = (await walletsOf(database, sending.account)).filter(({ platform }) => platforms.includes(platform));
  const waiting = await countAll(database, wallets, sending.push);
  if (progress.complete) return waiting === 0 || sending.push === '' || untilOverSeconds;
  if (waiting >= maxWaiting) return untilRoomSeconds;
  const wallet = wallets.find(({ platform }) => platform === platforms[progress.wallets]);
  const isForClass = wallet?.platform === 'GOOGLE' && sending.push !== '' && sending.members === null;
  const passes = wallet && !isForClass ? await nextPasses(database, sending, wallet, progress.after) : [];
  await database.transaction(async (transaction) => {
    if (!(await holdJob(transaction, job))) return;
    const reached = isForClass ? await notifyAll(transaction, wallet, sending) : passes.length;
    if (wallet) await notifyPasses(transaction, wallet, { passes: passes.map(({ id }) => id), push: sending.push });
    const next = { ...progress, created: progress.created + reached };
    await saveProgress(transaction, job, advanced(next, passes, platforms.length));
  });
  return false;
}

async function countAll(connection: Connection, wallets: readonly Wallet[], push: string): Promise<number> {
  let waiting = 0;
  for (const { integration } of wallets)
    waiting += await countWaiting(connection, { lane: integration.id, push }, maxWaiting);
  return waiting;
}

/** Shows a message on all passes in Google Wallet with a single call. Returns their number. */
async function notifyAll(transaction: Transaction, wallet: Wallet, { push, campaign }: PushSending): Promise<number> {
  const passes = await countPeople(transaction, campaign, [wallet.issuer]);
  if (passes > 0) await notifyClass(transaction, wallet, { campaign, push, passes });
  return passes;
}

function advanced(progress: PushProgress, passes: readonly PassKey[], walletsInAll: number): PushProgress {
  if (passes.length === chunk) return { ...progress, after: passes.at(-1) ?? null };
  const wallets = progress.wallets + 1;
  return { ...progress, wallets, after: null, complete: wallets >= walletsInAll };
}

function nextPasses(
  database: Database,
  { campaign, members, until }: PushSending,
  { issuer }: Wallet,
  after: PassKey | null,
): Promise<PassKey[]> {
  const conditions = [
    'w.campaign_id = :campaign AND w.issuer = :issuer',
    'w.saved_at IS NOT NULL AND w.removed_at IS NULL',
    ...(until ? ['w.saved_at <= :until'] : []),
    ...(after ? ['w.saved_at >= :savedAt AND (w.saved_at > :savedAt OR w.id > :id)'] : []),
    ...(members ? ['w.member IN (:members)'] : []),
  ];
  // Without this, the optimizer may read all passes in order instead of sorting the named ones.
  const index = database.dialect.useIndex(members ? 'wallet_passes_member' : 'wallet_passes_saved');
  return database.rows<PassKey>(
    `SELECT w.id AS id, w.saved_at AS savedAt FROM wallet_passes w ${index} WHERE ${conditions.join(' AND ')}
       ORDER BY w.saved_at, w.id LIMIT ${chunk}`,
    { campaign, issuer, ...(until && { until }), ...after, ...(members && { members }) },
  );
}

/** Holds the queue of a paused push, and empties that of a cancelled one. Changes without a message share a queue. */
async function followPush(transaction: Transaction, { input, status }: Job): Promise<void> {
  const { push } = JSON.parse(input) as PushSending;
  if (push === '') return;
  if (status === 'CANCELLED') await dropNotifications(transaction, push);
  else await holdNotifications(transaction, push, status === 'PAUSED');
}
