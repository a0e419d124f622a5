import type { Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { newChange } from './pass-change.ts';

export async function markPasses(transaction: Transaction, ids: readonly string[]): Promise<void> {
  const changed = await newChange(transaction);
  await transaction.change(...bind('UPDATE wallet_passes SET changed = :changed WHERE id IN (:ids)', { changed, ids }));
}

export async function removePassRows(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.change(...bind('DELETE FROM wallet_passes WHERE id IN (:ids)', { ids }));
}
