import { LessThan } from 'typeorm';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, hasRow, updateRows } from '../../kernel/database/rows.ts';
import { daysAgo, realNow } from '../../kernel/values/instant.ts';
import { countNotified } from '../push/push.ts';
import { walletNotifications } from './notification.ts';
import { wakeLane, walletLanes } from './wallet-lane.ts';

export async function countWaiting(
  connection: Connection,
  { lane, push }: { lane: string; push: string },
  max: number,
): Promise<number> {
  const [counted] = await connection.rows<{ amount: number }>(
    `SELECT COUNT(*) AS amount FROM
       (SELECT 1 FROM wallet_notifications t WHERE t.push_id = ? AND t.lane_id = ? LIMIT ${max}) AS waiting`,
    [push, lane],
  );
  return Number(counted?.amount ?? 0);
}

export async function holdNotifications(transaction: Transaction, push: string, held: boolean): Promise<void> {
  const at = realNow();
  for (const { id, accountId } of await lanesOf(transaction, push)) {
    for await (const { numbers } of partsOf(
      transaction,
      { lane: id, push },
      `t.due_at IS ${held ? 'NOT NULL' : 'NULL'}`,
    ))
      await updateRows(transaction, walletNotifications, { number: numbers }, { dueAt: held ? null : at });
    if (!held) await wakeLane(transaction, { id, accountId }, at);
  }
}

export async function dropNotifications(transaction: Transaction, push: string): Promise<void> {
  for (const { id } of await lanesOf(transaction, push)) await removeFrom(transaction, id, push);
}

export async function emptyLane(transaction: Transaction, laneId: string): Promise<void> {
  for (const push of await pushesOf(transaction, laneId)) await removeFrom(transaction, laneId, push);
}

/**
 * Ends notifications that the platform has not accepted for a day, so that every push ends. Those of paused jobs stay.
 */
export async function failWaiting(transaction: Transaction, laneId: string): Promise<void> {
  if (!(await hasRow(transaction, walletLanes, { id: laneId, pausedAt: LessThan(daysAgo(1)) }))) return;
  for (const push of await pushesOf(transaction, laneId)) {
    const failed = await removeFrom(transaction, laneId, push, 't.due_at IS NOT NULL');
    await countNotified(transaction, push, { notified: 0, failed, unnotified: 0 });
  }
}

function lanesOf(transaction: Transaction, push: string): Promise<{ id: string; accountId: string }[]> {
  return transaction.rows<{ id: string; accountId: string }>(
    `SELECT l.id AS id, l.account_id AS accountId FROM wallet_lanes l
     WHERE l.id IN (SELECT t.lane_id FROM wallet_notifications t WHERE t.push_id = ?) ORDER BY l.id`,
    [push],
  );
}

async function pushesOf(transaction: Transaction, laneId: string): Promise<string[]> {
  const found = await transaction.rows<{ push: string }>(
    'SELECT DISTINCT t.push_id AS push FROM wallet_notifications t WHERE t.lane_id = ? ORDER BY t.push_id',
    [laneId],
  );
  return found.map(({ push }) => push);
}

async function removeFrom(transaction: Transaction, lane: string, push: string, condition = '1 = 1'): Promise<number> {
  let removed = 0;
  for await (const { numbers, passes } of partsOf(transaction, { lane, push }, condition)) {
    await deleteRows(transaction, walletNotifications, { number: numbers });
    removed += passes;
  }
  return removed;
}

const atOnce = 500;

/** Yields chunks, because a statement on all rows would take too long. */
async function* partsOf(
  transaction: Transaction,
  { lane, push }: { lane: string; push: string },
  condition: string,
): AsyncGenerator<{ numbers: number[]; passes: number }> {
  for (let after = 0, isLast = false; !isLast; ) {
    const rows = await transaction.rows<{ number: number; passes: number }>(
      `SELECT t.number AS number, t.passes AS passes FROM wallet_notifications t
       WHERE t.push_id = ? AND t.lane_id = ? AND t.number > ? AND ${condition}
       ORDER BY t.number LIMIT ${atOnce} ${transaction.dialect.forUpdate}`,
      [push, lane, after],
    );
    const numbers = rows.map(({ number }) => Number(number));
    isLast = numbers.length < atOnce;
    after = numbers.at(-1) ?? after;
    if (numbers.length > 0) yield { numbers, passes: rows.reduce((sum, { passes }) => sum + passes, 0) };
  }
}
