import type { Transaction } from '../../kernel/database/database.ts';
import { deleteRows, updateRows } from '../../kernel/database/rows.ts';
import { walletPasses } from './pass.ts';
import { newChange } from './pass-change.ts';

/** Marks passes as changed, so that phones fetch them. */
export async function markPasses(transaction: Transaction, ids: readonly string[]): Promise<void> {
  const changed = await newChange(transaction);
  await updateRows(transaction, walletPasses, { id: ids }, { changed });
}

export async function removePassRows(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await deleteRows(transaction, walletPasses, { id: ids });
}
