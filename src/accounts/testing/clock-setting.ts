import type { Transaction } from '../../kernel/database/database.ts';
import { lockRow, updateRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Instant, realNow, toDate } from '../../kernel/values/instant.ts';
import { type Account, accountRow, accounts } from '../account/account.ts';

const dayMilliseconds = 86_400_000;
const longestStep = 731 * dayMilliseconds;
const maxAhead = 3653 * dayMilliseconds;

/** Returns the time of the account in milliseconds since 1970. */
export function timeOf({ clockAhead }: Pick<Account, 'clockAhead'>): number {
  return Date.now() + Number(clockAhead);
}

/**
 * Begins an advance. Throws `NOT_A_TEST_ACCOUNT`, `CLOCK_ADVANCING`, `CLOCK_BACKWARDS`, `CLOCK_STEP_TOO_LONG` or
 * `CLOCK_TOO_FAR`.
 */
export async function beginAdvance(transaction: Transaction, accountId: string, to: Instant): Promise<Account> {
  const account = await lockRow(transaction, accountRow, { id: accountId });
  if (account.testOf === null) throw new Problem('NOT_A_TEST_ACCOUNT');
  if (account.clockTarget !== null) throw new Problem('CLOCK_ADVANCING');
  const target = toDate(to).getTime();
  const step = target - timeOf(account);
  if (step <= 0) throw new Problem('CLOCK_BACKWARDS');
  if (step > longestStep) throw new Problem('CLOCK_STEP_TOO_LONG');
  if (target - Date.now() > maxAhead) throw new Problem('CLOCK_TOO_FAR');
  await updateRows(transaction, accounts, { id: accountId }, { clockTarget: to });
  return Object.assign(account, { clockTarget: to });
}

/** Sets the clock, which never goes back. Only the process that holds the job calls this. */
export async function setClock(transaction: Transaction, accountId: string, to: Instant): Promise<number> {
  const ahead = toDate(to).getTime() - Date.now();
  await transaction.change(
    'UPDATE accounts SET clock_ahead = CASE WHEN clock_ahead > ? THEN clock_ahead ELSE ? END, clock_set_at = ? WHERE id = ?',
    [ahead, ahead, realNow(), accountId],
  );
  transaction.signal('clocks');
  return ahead;
}

export async function endAdvance(transaction: Transaction, accountId: string): Promise<void> {
  await updateRows(transaction, accounts, { id: accountId }, { clockTarget: null });
}
