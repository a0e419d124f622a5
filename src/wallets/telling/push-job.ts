import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/single-row.ts';
import { bind } from '../../kernel/database/statement.ts';
import { holdJob, type Job, type JobProgress, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { type Integration, integrationRow } from '../../messaging/integration/integration.ts';
import { capturedPassType } from '../pass-file/pass-signer.ts';
import type { PassKey } from '../push/push-audience.ts';
import { type Told, tellDevices } from './telling.ts';
import { countWaiting, dropTellings, holdTellings } from './waiting-tellings.ts';

/** The input of a job that tells the devices of a push message. */
export interface PushSending {
  /** Empty for a change of the whole campaign, which is told without a message. */
  push: string;
  account: string;
  campaign: string;
  /** The numbers of the named memberships; null for all who saved the campaign. */
  memberships: readonly number[] | null;
  /** Passes that were saved later show the message when they are fetched for the first time. Null for another change. */
  until: Instant | null;
}

export interface PushProgress extends Pick<JobProgress, 'requested' | 'created'> {
  /** The last pass whose devices are queued. */
  after: PassKey | null;
  /** Whether the devices of all passes are queued. */
  complete: boolean;
}

const chunk = 2000;

/** Limits the waiting devices of a push, so that neither the queue nor a cancellation grows with the campaign. */
const mostWaiting = 10_000;
const untilRoomSeconds = 0.2;
const untilOverSeconds = 0.5;

/**
 * Queues the devices of the next passes. They commit together with the progress, so no device is left out when a worker
 * crashes. The job ends when no device is waiting.
 */
export const sendPushJob = defineJob('sendPushStep', { step: tellNext, onStatus: followPush });

async function tellNext(database: Database, sending: PushSending, job: Job): Promise<boolean | number> {
  const { complete, after } = JSON.parse(job.progress ?? '') as PushProgress;
  const integration = await integrationOf(database, sending.account);
  const waiting = integration ? await countWaiting(database, { lane: integration.id, push: sending.push }, mostWaiting) : 0;
  if (complete) return waiting === 0 || sending.push === '' || untilOverSeconds;
  if (waiting >= mostWaiting) return untilRoomSeconds;
  const passes = integration ? await nextPasses(database, sending, { after, issuer: passTypeOf(integration) }) : [];
  await database.transaction(async (transaction) => {
    const held = await holdJob(transaction, job);
    if (!held) return;
    const progress = JSON.parse(held.progress ?? '') as PushProgress;
    const ids = passes.map(({ id }) => id);
    await tellHolders(transaction, sending.account, { passes: ids, push: sending.push });
    await saveProgress(transaction, job, {
      ...progress,
      created: progress.created + passes.length,
      after: passes.at(-1) ?? after,
      complete: passes.length < chunk,
    });
  });
  return false;
}

/** Queues the devices that have one of the passes and that the account can tell. */
export async function tellHolders(transaction: Transaction, accountId: string, told: Told): Promise<void> {
  const integration = await integrationOf(transaction, accountId);
  if (integration) await tellDevices(transaction, integration, { ...told, passType: passTypeOf(integration) });
}

function integrationOf(connection: Connection, accountId: string): Promise<Integration | null> {
  return findRow(connection, integrationRow, { accountId, channel: 'APPLE_WALLET' });
}

/** Returns the pass type whose devices the integration can tell. */
export function passTypeOf({ provider, shown }: Integration): string {
  if (provider === 'CAPTURE') return capturedPassType;
  return (JSON.parse(shown) as { passType?: string }).passType ?? '';
}

function nextPasses(
  database: Database,
  sending: PushSending,
  { after, issuer }: { after: PassKey | null; issuer: string },
): Promise<PassKey[]> {
  const { campaign, memberships, until } = sending;
  const conditions = [
    'w.campaign_id = :campaign AND w.issuer = :issuer',
    'w.saved_at IS NOT NULL AND w.removed_at IS NULL',
    ...(until ? ['w.saved_at <= :until'] : []),
    ...(after ? ['w.saved_at >= :savedAt AND (w.saved_at > :savedAt OR w.id > :id)'] : []),
    ...(memberships ? ['w.membership IN (:memberships)'] : []),
  ];
  // The optimiser may prefer to read all passes in their order to finding the named ones and sorting them.
  const index = database.dialect.useIndex(memberships ? 'wallet_passes_membership' : 'wallet_passes_saved');
  return database.rows<PassKey>(
    ...bind(
      `SELECT w.id AS id, w.saved_at AS savedAt FROM wallet_passes w ${index} WHERE ${conditions.join(' AND ')}
       ORDER BY w.saved_at, w.id LIMIT ${chunk}`,
      { campaign, issuer, ...(until && { until }), ...after, ...(memberships && { memberships }) },
    ),
  );
}

/**
 * Holds the waiting devices while the job is paused, and forgets them when it is cancelled. Devices that wait to be told
 * of other changes belong to no job.
 */
async function followPush(transaction: Transaction, { input, status }: Job): Promise<void> {
  const { push } = JSON.parse(input) as PushSending;
  if (push === '') return;
  if (status === 'CANCELLED') await dropTellings(transaction, push);
  else await holdTellings(transaction, push, status === 'PAUSED');
}
