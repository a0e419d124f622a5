import { ofOpenAccount } from '../../accounts/account/account.ts';
import { rootsOnClocks } from '../../accounts/account/account-clock.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { findRow, updateRows } from '../../kernel/database/rows.ts';
import { claimOfDueLanes } from '../../kernel/leased-queue/due-lanes.ts';
import type { ClaimedBatch } from '../../kernel/leased-queue/lane.ts';
import type { Room } from '../../kernel/leased-queue/lanes.ts';
import { type Leased, newLeaseEnd } from '../../kernel/leased-queue/lease.ts';
import { lookBefore, slotsFrom } from '../../kernel/leased-queue/rate-slots.ts';
import { type Instant, realNow, toInstant } from '../../kernel/values/instant.ts';
import { type Integration, integrationRow } from '../../messaging/integration/integration.ts';
import { type Notification, walletNotifications } from './notification.ts';
import { emptyLane } from './waiting-notifications.ts';
import { laneColumns, type WalletLane, walletLanes } from './wallet-lane.ts';

/**
 * The default rates. Phones fetch changed passes from this service right after a notification. Google accepts 20 calls
 * per second and project.
 */
const defaultPerSecond = { APPLE_WALLET: 200, GOOGLE_WALLET: 20 };

export interface Claimed extends Leased {
  notification: Pick<Notification, 'number' | 'target' | 'pushId' | 'passes' | 'failures'>;
  integration: Integration;
  /** The device in Apple Wallet. Null for Google, or if the device was removed. */
  device: { number: number; pushToken: string; registeredAt: Instant } | null;
}

export function claimNotifications(database: Database, room: Room): Promise<ClaimedBatch<Claimed>[]> {
  const rows = { table: 'wallet_lanes l', columns: laneColumns, mayRun: ofOpenAccount, groupsOf: rootsOnClocks };
  return claimOfDueLanes<WalletLane, ClaimedBatch<Claimed>>(database, rows, room, async (transaction, lanes) => {
    const batches: ClaimedBatch<Claimed>[] = [];
    for (const lane of lanes) batches.push(...(await claimOfLane(transaction, lane, room)));
    return batches;
  });
}

async function claimOfLane(transaction: Transaction, lane: WalletLane, room: Room): Promise<ClaimedBatch<Claimed>[]> {
  const integration = await findRow(transaction, integrationRow, { id: lane.id });
  if (!integration) return forget(transaction, lane.id);
  const at = Date.now();
  const slots = slotsFrom({ perSecond: perSecondOf(integration), nextSlotAt: lane.nextSlotAt }, at);
  // While the platform rejects the settings, one attempt shows whether it accepts them again.
  const max = lane.pausedVersion === integration.version ? 1 : Math.min(room.of(lane.id), slots.free);
  const due = await dueOf(transaction, lane.id, max + 1);
  const taken = room.take(lane.id, due.slice(0, max));
  const leaseEnd = newLeaseEnd();
  await lease(transaction, taken, leaseEnd);
  const more = due.length > taken.length;
  const nextDueAt = more
    ? toInstant(new Date(Math.max(at, lookBefore(slots.at(taken.length)))))
    : await nextDueOf(transaction, lane.id);
  const nextSlotAt = toInstant(new Date(slots.at(taken.length)));
  await updateRows(transaction, walletLanes, { id: lane.id }, { nextDueAt, nextSlotAt });
  if (taken.length === 0) return [];
  const items = taken.map((row) => claimedOf(row, integration, leaseEnd));
  return [{ lane: lane.id, items, slots: taken.map((_, index) => slots.at(index)), inOrder: false }];
}

function perSecondOf({ perSecond, channel }: Integration): number {
  return perSecond ?? defaultPerSecond[channel === 'GOOGLE_WALLET' ? channel : 'APPLE_WALLET'];
}

interface PendingNotification
  extends Pick<Notification, 'number' | 'target' | 'pushId' | 'passes' | 'failures' | 'device'> {
  pushToken: string | null;
  registeredAt: Instant;
}

function dueOf(transaction: Transaction, laneId: string, max: number): Promise<PendingNotification[]> {
  const limit = 2 ** Math.ceil(Math.log2(max));
  const branches = [1, 0].map(
    (
      urgent,
    ) => `SELECT * FROM (SELECT t.number AS number, t.push_id AS pushId, t.failures AS failures, t.device AS device,
        t.target AS target, t.passes AS passes, t.urgent AS urgent, t.due_at AS dueAt, d.push_token AS pushToken, d.registered_at AS registeredAt
      FROM wallet_notifications t ${transaction.dialect.useIndex('wallet_notifications_due')}
      LEFT JOIN wallet_devices d ON d.number = t.device
      WHERE t.lane_id = :laneId AND t.urgent = ${urgent} AND t.due_at <= :now
      ORDER BY t.due_at LIMIT ${limit}) AS urgent${urgent}`,
  );
  return transaction.rows<PendingNotification>(
    `${branches.join(' UNION ALL ')} ORDER BY urgent DESC, dueAt LIMIT ${limit}`,
    { laneId, now: realNow() },
  );
}

/** Claims notifications. If the process dies, they come due again at the end of the lease. */
async function lease(transaction: Transaction, taken: readonly PendingNotification[], leaseEnd: number): Promise<void> {
  if (taken.length === 0) return;
  const numbers = taken.map(({ number }) => number);
  const dueAt = toInstant(new Date(leaseEnd));
  await updateRows(transaction, walletNotifications, { number: numbers }, { dueAt, state: 'SENDING' });
}

async function nextDueOf(transaction: Transaction, laneId: string): Promise<Instant | null> {
  const branches = [1, 0].map(
    (urgent) => `SELECT * FROM (SELECT t.due_at AS dueAt
      FROM wallet_notifications t ${transaction.dialect.useIndex('wallet_notifications_due')}
      WHERE t.lane_id = :laneId AND t.urgent = ${urgent} AND t.due_at IS NOT NULL ORDER BY t.due_at LIMIT 1) AS urgent${urgent}`,
  );
  const next = await transaction.rows<{ dueAt: Instant }>(branches.join(' UNION ALL '), { laneId });
  return next.map(({ dueAt }) => dueAt).sort()[0] ?? null;
}

async function forget(transaction: Transaction, laneId: string): Promise<[]> {
  await emptyLane(transaction, laneId);
  await updateRows(transaction, walletLanes, { id: laneId }, { nextDueAt: null, pausedVersion: null, pausedAt: null });
  return [];
}

function claimedOf(row: PendingNotification, integration: Integration, leaseEnd: number): Claimed {
  const { number, target, pushId, passes, failures, device, pushToken, registeredAt } = row;
  return {
    notification: { number, target, pushId, passes, failures },
    integration,
    device: pushToken === null ? null : { number: device, pushToken, registeredAt },
    leaseEnd,
    urgent: false,
  };
}
