import type { Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';

/** Marks passes as changed, so that phones fetch them. */
export async function markPasses(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.change(...bind('UPDATE wallet_passes SET changed_at = :at WHERE id IN (:ids)', { at: now(), ids }));
}

export async function removePassRows(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.change(...bind('DELETE FROM wallet_passes WHERE id IN (:ids)', { ids }));
}
