import { LessThan } from 'typeorm';
import {
  ascending,
  columnsOf,
  instant,
  type Stored,
  selectList,
  table,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows, insertRows } from '../../kernel/database/rows.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';

/** The report of a platform about the delivery of a message. */
export interface Receipt {
  integrationId: string;
  /** The id of the message at the platform. */
  platformId: string;
  state: 'DELIVERED' | 'FAILED';
  reason: string | null;
}

/** A receipt that arrived before the platform id of its message was stored. */
export type EarlyReceipt = Stored<typeof earlyReceipts>;

export const earlyReceipts = table({
  name: 'EarlyReceipt',
  tableName: 'early_receipts',
  columns: {
    number: ascending,
    integrationId: text(20),
    platformId: text(100),
    state: text<Receipt['state']>(10),
    reason: textOrNull(300),
    createdAt: instant,
  },
  indices: [{ name: 'early_receipts_platform', columns: ['platformId'] }],
});

const columns = selectList(columnsOf(earlyReceipts, 'r'));

export async function storeEarlyReceipts(transaction: Transaction, receipts: readonly Receipt[]): Promise<void> {
  const rows = receipts.map(({ integrationId, platformId, state, reason }) => ({
    ...{ integrationId, platformId, state, reason, createdAt: now() },
  }));
  await insertRows(transaction, earlyReceipts, rows);
}

/** Returns the early receipts with the given platform ids. */
export async function findEarlyReceipts(
  connection: Connection,
  platformIds: readonly string[],
): Promise<EarlyReceipt[]> {
  if (platformIds.length === 0) return [];
  return findRows(connection, earlyReceipts, { platformId: platformIds }, { order: { number: 'ASC' } });
}

/** Returns early receipts whose message is now known, oldest first. */
export function findMatchedEarlyReceipts(connection: Connection, most: number): Promise<EarlyReceipt[]> {
  return connection.rows<EarlyReceipt>(
    `SELECT ${columns} FROM early_receipts r
     WHERE EXISTS (SELECT 1 FROM messages m WHERE m.platform_id = r.platform_id AND m.integration_id = r.integration_id)
     ORDER BY r.number LIMIT ${most}`,
  );
}

/** Returns the oldest early receipts that arrived before the given instant. */
export function oldestEarlyReceipts(connection: Connection, before: Instant, most: number): Promise<EarlyReceipt[]> {
  return findRows(connection, earlyReceipts, { createdAt: LessThan(before) }, { order: { number: 'ASC' }, take: most });
}

/** Returns early receipts of the integrations of an account. The table is short, because they are kept for three days. */
export function earlyReceiptsOf(connection: Connection, accountId: string, most: number): Promise<EarlyReceipt[]> {
  return connection.rows<EarlyReceipt>(
    `SELECT ${columns} FROM integrations i JOIN early_receipts r ON r.integration_id = i.id
     WHERE i.account_id = ? LIMIT ${most}`,
    [accountId],
  );
}

export async function deleteEarlyReceipts(transaction: Transaction, receipts: readonly EarlyReceipt[]): Promise<void> {
  const numbers = receipts.map(({ number }) => number);
  if (numbers.length === 0) return;
  await deleteRows(transaction, earlyReceipts, { number: numbers });
}
