import {
  ascending,
  bigNumber,
  counter,
  instantOrNull,
  integer,
  type Stored,
  table,
  text,
} from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { daysAgo, now } from '../../kernel/values/instant.ts';
import type { Integration } from '../../messaging/integration/integration.ts';
import { countTold } from '../push/push.ts';
import { wakeLane } from './wallet-lane.ts';

/** A device that must be told that passes have changed. The row goes when the device is told. */
export type Telling = Stored<typeof walletTellings>;

export const walletTellings = table({
  name: 'WalletTelling',
  tableName: 'wallet_tellings',
  columns: {
    number: ascending,
    /** The id of the integration. */
    laneId: text(20),
    device: bigNumber,
    /** The push message that the device is told of; empty for other changes. */
    pushId: text(20),
    /** 1 for a change that somebody waits for, such as a claim; such devices are told before those of pushes. */
    urgent: integer,
    /** When to try next, or when the lease of a process ends. Null while the job of the push is paused. */
    dueAt: instantOrNull,
    failures: counter,
  },
  indices: [
    { name: 'wallet_tellings_device', columns: ['laneId', 'device', 'pushId'], unique: true },
    { name: 'wallet_tellings_due', columns: ['laneId', 'urgent', 'dueAt'] },
    { name: 'wallet_tellings_push', columns: ['pushId', 'laneId'] },
  ],
});

/** The passes whose devices are told. */
export interface Told {
  passes: readonly string[];
  /** The only device that is told; absent for all. */
  device?: number;
  /** The push message that they are told of; absent for another change. */
  push?: string;
  /** Whether the devices are told before those of pushes. */
  urgent?: boolean;
}

/**
 * Queues all devices that have one of the passes. A device that waits already is told once. Without a push, the devices
 * are told of another change: one that waits for a retry is told at once, and one that a process tells at this moment is
 * told again, because it may have fetched its passes before this change.
 */
export async function tellDevices(
  transaction: Transaction,
  integration: Pick<Integration, 'id' | 'accountId'>,
  { passes, passType, device, push = '', urgent = false }: Told & { passType: string },
): Promise<void> {
  if (passes.length === 0) return;
  const at = now();
  const { insertIfAbsent, overwrite } = transaction.dialect;
  const changed = ['due_at', 'failures', ...(urgent ? ['urgent'] : [])];
  await transaction.change(
    ...bind(
      `${push ? insertIfAbsent : 'INSERT'} INTO wallet_tellings (lane_id, device, push_id, urgent, due_at, failures)
       SELECT DISTINCT :lane, r.device, :push, :urgent, :at, 0 FROM wallet_registrations r JOIN wallet_devices d ON d.number = r.device
       WHERE r.pass_id IN (:passes) AND d.pass_type = :passType ${device === undefined ? '' : 'AND d.number = :device'}
       ${push ? '' : overwrite('lane_id, device, push_id', ...changed)}`,
      {
        lane: integration.id,
        push,
        urgent: Number(urgent),
        at,
        passes,
        passType,
        ...(device !== undefined && { device }),
      },
    ),
  );
  await wakeLane(transaction, integration, at);
}

/** Counts the devices of an integration that wait to be told of a push or, without one, of other changes. */
export async function countWaiting(connection: Connection, laneId: string, push: string): Promise<number> {
  const [counted] = await connection.rows<{ amount: number }>(
    'SELECT COUNT(*) AS amount FROM wallet_tellings t WHERE t.push_id = ? AND t.lane_id = ?',
    [push, laneId],
  );
  return Number(counted?.amount ?? 0);
}

/** Holds the waiting devices of a push, or lets them go on. */
export async function holdTellings(transaction: Transaction, push: string, held: boolean): Promise<void> {
  const at = now();
  const change = held ? 'due_at = NULL WHERE push_id = ?' : 'due_at = ? WHERE push_id = ? AND due_at IS NULL';
  await transaction.change(`UPDATE wallet_tellings SET ${change}`, held ? [push] : [at, push]);
  if (held) return;
  const lanes = await transaction.rows<{ id: string; accountId: string }>(
    `SELECT l.id AS id, l.account_id AS accountId FROM wallet_lanes l
     WHERE l.id IN (SELECT t.lane_id FROM wallet_tellings t WHERE t.push_id = ?)`,
    [push],
  );
  for (const lane of lanes) await wakeLane(transaction, lane, at);
}

/** Removes the waiting devices of a push. */
export async function dropTellings(transaction: Transaction, push: string): Promise<void> {
  await transaction.change('DELETE FROM wallet_tellings WHERE push_id = ?', [push]);
}

/**
 * Removes what waits in a lane that the platform has not accepted for a day, and counts it as failed, so that no push
 * goes on for ever. Devices of paused jobs stay.
 */
export async function giveUp(transaction: Transaction, laneId: string): Promise<void> {
  const lanes = 'SELECT 1 FROM wallet_lanes l WHERE l.id = ? AND l.paused_at < ?';
  if ((await transaction.rows(lanes, [laneId, daysAgo(1)])).length === 0) return;
  const found = await transaction.rows<{ push: string }>(
    `SELECT DISTINCT t.push_id AS push FROM wallet_tellings t
     WHERE t.lane_id = ? AND t.due_at IS NOT NULL ORDER BY t.push_id`,
    [laneId],
  );
  for (const { push } of found) {
    const removal = 'DELETE FROM wallet_tellings WHERE push_id = ? AND lane_id = ? AND due_at IS NOT NULL';
    const failed = await transaction.change(removal, [push, laneId]);
    await countTold(transaction, push, { told: 0, failed });
  }
}
