import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { type Wallet, walletsOf } from '../connected-wallet.ts';
import { walletRegistrations } from '../device/device.ts';
import { wakeLane } from './wallet-lane.ts';

export async function notifyAllWallets(
  transaction: Transaction,
  accountId: string,
  notified: NotifiedPasses,
): Promise<void> {
  for (const wallet of await walletsOf(transaction, accountId)) await notifyPasses(transaction, wallet, notified);
}

export function notifyPasses(transaction: Transaction, wallet: Wallet, notified: NotifiedPasses): Promise<void> {
  return (wallet.platform === 'GOOGLE' ? notifyObjects : notifyDevices)(transaction, wallet, notified);
}

/** The passes per statement. A larger statement would block other transactions for too long. */
const passesAtOnce = 500;

async function notifyObjects(
  transaction: Transaction,
  { integration, issuer }: Wallet,
  { passes, push = '', urgent = false }: NotifiedPasses,
): Promise<void> {
  const values = { lane: integration.id, issuer, push, urgent: Number(urgent), at: realNow() };
  const statement = `${transaction.dialect.insertIfAbsent} INTO wallet_notifications
      (lane_id, device, target, push_id, urgent, due_at)
    SELECT :lane, 0, w.id, :push, :urgent, :at FROM wallet_passes w
    WHERE w.id IN (:targets) AND w.platform = 'GOOGLE' AND w.issuer = :issuer
      AND w.saved_at IS NOT NULL AND w.removed_at IS NULL`;
  for (let from = 0; from < passes.length; from += passesAtOnce) {
    const targets = passes.slice(from, from + passesAtOnce);
    if (push === '') await repeat(transaction, integration.id, { targets, urgent });
    await transaction.change(statement, { ...values, targets });
  }
  if (passes.length > 0) await wakeLane(transaction, integration, values.at);
}

/** Queues a notification of a class. A message to it reaches `passes` passes. */
export async function notifyClass(
  transaction: Transaction,
  { integration }: Wallet,
  { campaign, push = '', passes = 1 }: { campaign: string; push?: string; passes?: number },
): Promise<void> {
  const at = realNow();
  if (push === '') await repeat(transaction, integration.id, { targets: [campaign], urgent: true });
  await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO wallet_notifications (lane_id, device, target, push_id, passes, urgent, due_at)
     VALUES (?, 0, ?, ?, ?, 1, ?)`,
    [integration.id, campaign, push, passes, at],
  );
  await wakeLane(transaction, integration, at);
}

/**
 * Makes waiting notifications due now, and marks those that are being sent so that they are repeated: of two
 * concurrent calls, the one with the older content could arrive last. It runs before the INSERT, whose shared locks on
 * existing rows could deadlock.
 */
async function repeat(
  transaction: Transaction,
  lane: string,
  { targets, urgent }: { targets: readonly string[]; urgent: boolean },
): Promise<void> {
  await transaction.change(
    `UPDATE wallet_notifications SET
         due_at = CASE WHEN state = 'WAITING' AND due_at > :at THEN :at ELSE due_at END,
         failures = CASE state WHEN 'WAITING' THEN 0 ELSE failures END,
         ${urgent ? 'urgent = 1,' : ''}
         state = CASE state WHEN 'WAITING' THEN 'WAITING' ELSE 'CHANGED' END
       WHERE lane_id = :lane AND device = 0 AND target IN (:targets) AND push_id = ''`,
    { at: realNow(), lane, targets },
  );
}

/**
 * A wallet notification that waits: for a device in Apple Wallet, or for a pass or class at Google. It is deleted when
 * it has been sent.
 */
export type Notification = Stored<typeof walletNotifications>;

export const walletNotifications = table({
  name: 'WalletNotification',
  tableName: 'wallet_notifications',
  columns: {
    number: column.ascending,
    laneId: column.text(20),
    device: column.bigNumber,
    target: { ...column.text(20), default: '' },
    pushId: column.text(20),
    /** The number of passes that a message to a campaign reaches. Otherwise 1. */
    passes: { ...column.integer, default: 1 },
    /** 1 for a change that a person waits for, such as a claim. Such a change precedes pushes. */
    urgent: column.integer,
    /** `CHANGED` means that another change arrived while a process was calling Google. */
    state: { ...column.text<'WAITING' | 'SENDING' | 'CHANGED'>(7), default: 'WAITING' },
    /** When the next attempt is due, or when the lease ends. Null while the job of the push is paused. */
    dueAt: column.instantOrNull,
    failures: column.counter,
  },
  indices: [
    { name: 'wallet_notifications_target', columns: ['laneId', 'device', 'target', 'pushId'], unique: true },
    { name: 'wallet_notifications_due', columns: ['laneId', 'urgent', 'dueAt'] },
    { name: 'wallet_notifications_push', columns: ['pushId', 'laneId'] },
  ],
});

interface NotifiedPasses {
  passes: readonly string[];
  /** The only device to notify. Absent for all devices. */
  device?: number;
  push?: string;
  urgent?: boolean;
}

/** The devices per statement. A larger statement would block other transactions for too long. */
const devicesAtOnce = 500;

/**
 * Notifies devices. A device that is already waiting gets only one notification. Without a push, waiting retries become
 * due immediately. Notifications in progress are repeated, because the device may have fetched its passes too early.
 */
async function notifyDevices(
  transaction: Transaction,
  { integration, issuer }: Wallet,
  { passes, device, push = '', urgent = false }: NotifiedPasses,
): Promise<void> {
  const devices = device === undefined ? await devicesOf(transaction, passes) : [device];
  if (devices.length === 0) return;
  const at = realNow();
  const { insertIfAbsent, overwrite } = transaction.dialect;
  const changed = ['due_at', 'failures', ...(urgent ? ['urgent'] : [])];
  const statement = `${push ? insertIfAbsent : 'INSERT'} INTO wallet_notifications (lane_id, device, push_id, urgent, due_at, failures)
    SELECT :lane, d.number, :push, :urgent, :at, 0 FROM wallet_devices d
    WHERE d.number IN (:devices) AND d.pass_type = :issuer
    ${push ? '' : overwrite('lane_id, device, target, push_id', ...changed)}`;
  const values = { lane: integration.id, push, urgent: Number(urgent), at, issuer };
  for (let from = 0; from < devices.length; from += devicesAtOnce)
    await transaction.change(statement, { ...values, devices: devices.slice(from, from + devicesAtOnce) });
  await wakeLane(transaction, integration, at);
}

/** Returns the devices, in the order in which all transactions lock them. */
async function devicesOf(transaction: Transaction, passes: readonly string[]): Promise<number[]> {
  if (passes.length === 0) return [];
  const rows = await findRows(transaction, walletRegistrations, { passId: passes }, { select: ['device'] });
  return [...new Set(rows.map(({ device }) => Number(device)))].sort((one, other) => one - other);
}
