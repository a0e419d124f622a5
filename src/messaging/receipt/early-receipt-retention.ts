import type { Database } from '../../kernel/database/database.ts';
import { daysAgo } from '../../kernel/values/instant.ts';
import { findKnownEarly, forgetEarly, oldestEarly } from './early-receipt.ts';
import { applyKept } from './receipt-effects.ts';

const chunk = 500;
const keptDays = 3;

/** Applies receipts whose message is known by now, and forgets those whose message never became known. Answers how many. */
export async function pruneEarlyReceipts(database: Database): Promise<number> {
  const applied = await applyKept(database, await findKnownEarly(database, chunk));
  const past = await oldestEarly(database, daysAgo(keptDays), chunk);
  if (past.length > 0) await database.transaction((transaction) => forgetEarly(transaction, past));
  return applied + past.length;
}
