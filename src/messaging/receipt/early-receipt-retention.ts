import type { Database } from '../../kernel/database/database.ts';
import { daysAgo } from '../../kernel/values/instant.ts';
import {
  deleteEarlyReceipts,
  earlyReceiptsOf,
  findMatchedEarlyReceipts,
  oldestEarlyReceipts,
} from './early-receipt.ts';
import { applyStoredReceipts } from './receipt-effects.ts';

const chunk = 500;
const keptDays = 3;

/**
 * Applies early receipts whose message is now known, and deletes those whose message is still unknown after three days.
 * Returns the number of both.
 */
export async function pruneEarlyReceipts(database: Database): Promise<number> {
  const applied = await applyStoredReceipts(database, await findMatchedEarlyReceipts(database, chunk));
  const past = await oldestEarlyReceipts(database, daysAgo(keptDays), chunk);
  if (past.length > 0) await database.transaction((transaction) => deleteEarlyReceipts(transaction, past));
  return applied + past.length;
}

/** Removes some early receipts of the integrations of an account. Returns whether none are left. */
export async function removeEarlyReceipts(database: Database, accountId: string): Promise<boolean> {
  const found = await earlyReceiptsOf(database, accountId, chunk);
  if (found.length > 0) await database.transaction((transaction) => deleteEarlyReceipts(transaction, found));
  return found.length === 0;
}
