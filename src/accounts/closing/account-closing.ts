import type { Transaction } from '../../kernel/database/database.ts';
import { shareRow, updateRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { type Account, accountAbove, accountRow, accounts } from '../account/account.ts';
import { accountsBelow } from '../account/account-root.ts';
import { isFirstAccount } from '../account/first-account.ts';

const accountsAtOnce = 500;

/**
 * Closes an account and all open accounts below it. Call it with the account locked. Throws `ACCOUNT_ALREADY_CLOSED`
 * and `FIRST_ACCOUNT`.
 */
export async function close(transaction: Transaction, account: Account): Promise<Account> {
  if (account.closedAt) throw new Problem('ACCOUNT_ALREADY_CLOSED');
  if (await isFirstAccount(transaction, account.id)) throw new Problem('FIRST_ACCOUNT');
  const closing = { closedAt: realNow(), closedWith: account.id };
  // Close a level before reading the next one: a new subaccount locks its parent first, and then finds it closed.
  for (let level = [account.id]; level.length > 0; ) {
    const next: string[] = [];
    for (let done = 0; done < level.length; done += accountsAtOnce) {
      const ids = level.slice(done, done + accountsAtOnce);
      await updateRows(transaction, accounts, { id: ids, closedAt: null }, closing);
      next.push(...(await accountsBelow(transaction, ids)));
    }
    level = next;
  }
  return { ...account, ...closing };
}

/**
 * Reopens an account and the accounts that were closed with it. Throws `ACCOUNT_NOT_CLOSED`, `ACCOUNT_REMOVED` or
 * `ACCOUNT_CLOSED`.
 */
export async function reopen(transaction: Transaction, account: Account): Promise<Account> {
  if (!account.closedAt) throw new Problem('ACCOUNT_NOT_CLOSED');
  if (account.removalBeganAt) throw new Problem('ACCOUNT_REMOVED');
  const aboveId = accountAbove(account);
  const above = aboveId ? await shareRow(transaction, accountRow, { id: aboveId }) : null;
  if (above?.closedAt)
    throw new Problem('ACCOUNT_CLOSED', `The account ${above.id} above it is closed. Reopen that one first.`);
  await updateRows(transaction, accounts, { closedWith: account.id }, { closedAt: null, closedWith: null });
  return { ...account, closedAt: null, closedWith: null };
}
