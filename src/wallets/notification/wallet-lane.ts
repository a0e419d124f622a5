import { IsNull, Not } from 'typeorm';
import { column, columnsOf, type Stored, selectList, table } from '../../kernel/database/columns.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { addRow, deleteRows, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { removeEach, removeRows } from '../../kernel/jobs/removal.ts';
import { type Instant, realNow, toInstant } from '../../kernel/values/instant.ts';
import type { Integration } from '../../messaging/integration/integration.ts';

export type WalletLane = Stored<typeof walletLanes>;

export const walletLanes = table({
  name: 'WalletLane',
  tableName: 'wallet_lanes',
  columns: {
    id: column.key(column.text(20)),
    accountId: column.text(20),
    nextDueAt: column.instantOrNull,
    nextSlotAt: column.instantOrNull,
    /** The version of the integration that the platform has rejected, or null. */
    pausedVersion: column.integerOrNull,
    pauseReason: column.textOrNull(500),
    pausedAt: column.instantOrNull,
  },
  indices: [{ name: 'wallet_lanes_due', columns: ['nextDueAt'] }],
});

export const laneColumns = selectList(columnsOf(walletLanes, 'l'));

export const laneRow = rowOf(walletLanes, { missing: 'INTEGRATION_NOT_FOUND' });

const retryMilliseconds = 5 * 60_000;

export async function wakeLane(
  transaction: Transaction,
  { id, accountId }: Pick<Integration, 'id' | 'accountId'>,
  at: Instant,
): Promise<void> {
  await addRow(transaction, walletLanes, { id, accountId, nextDueAt: at });
  await transaction.change(
    'UPDATE wallet_lanes SET next_due_at = ? WHERE id = ? AND (next_due_at IS NULL OR next_due_at > ?)',
    [at, id, at],
  );
  transaction.signal('notifications');
}

/**
 * Pauses a lane. Its notifications stay for a day. Workers try again every five minutes, and after a reconnection.
 * Returns false if the lane was already paused.
 */
export async function pauseLane(
  transaction: Transaction,
  { id, version }: Pick<Integration, 'id' | 'version'>,
  reason: string,
): Promise<boolean> {
  const retry = toInstant(new Date(Date.now() + retryMilliseconds));
  const paused = await transaction.change(
    `UPDATE wallet_lanes SET paused_version = ?, pause_reason = ?, paused_at = ?, next_due_at = ?
     WHERE id = ? AND (paused_version IS NULL OR paused_version <> ?)`,
    [version, reason, realNow(), retry, id, version],
  );
  if (paused === 0) await updateRows(transaction, walletLanes, { id }, { nextDueAt: retry });
  return paused > 0;
}

/** Makes workers try new settings immediately. A new lane has no row, so nothing happens. */
export async function lookAgain(transaction: Transaction, { id }: Pick<Integration, 'id'>): Promise<void> {
  const found = await updateRows(transaction, walletLanes, { id }, { nextDueAt: realNow() });
  if (found > 0) transaction.signal('notifications');
}

/** Lets workers continue with the queue of the lane. */
export async function resumeLane(transaction: Transaction, id: string): Promise<void> {
  const resumed = await updateRows(
    transaction,
    walletLanes,
    { id, pausedVersion: Not(IsNull()) },
    { pausedVersion: null, pauseReason: null, pausedAt: null, nextDueAt: realNow() },
  );
  if (resumed > 0) transaction.signal('notifications');
}

export const removeLanes = removeEach(nextLane, [removeRows('wallet_notifications', 'lane_id', 500), removeLane]);

async function nextLane(database: Database, accountId: string): Promise<string | null> {
  const [found] = await database.rows<Pick<WalletLane, 'id'>>(
    'SELECT l.id AS id FROM integrations i JOIN wallet_lanes l ON l.id = i.id WHERE i.account_id = ? LIMIT 1',
    [accountId],
  );
  return found?.id ?? null;
}

async function removeLane(database: Database, id: string): Promise<boolean> {
  await database.transaction((transaction) => deleteRows(transaction, walletLanes, { id }));
  return true;
}
