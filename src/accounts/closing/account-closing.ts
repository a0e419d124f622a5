import type { Transaction } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { bind } from '../../kernel/database/statement.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { removalKind } from '../../kernel/jobs/removal.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Instant, now, toInstant } from '../../kernel/values/instant.ts';
import { type Account, accountRow } from '../account/account.ts';
import { isFirstAccount } from '../account/first-account.ts';

/** The kind of the job that removes a closed account. It belongs to no account, so that it outlives this one. */
export const purgeAccount = removalKind('purgeAccount', 'account');

/** The time after which the data of a closed account is removed. */
export const removalDays = { usual: 30, most: 90 };

/**
 * Requests that began before the closing may still write: other processes know it after 5 seconds, and a request takes 15
 * seconds at most.
 */
const leastMilliseconds = 60_000;

const accountsAtOnce = 500;

/**
 * Closes an account, which the transaction has locked, and all accounts below it that are open. Throws
 * `ACCOUNT_ALREADY_CLOSED` and `FIRST_ACCOUNT`.
 */
export async function close(transaction: Transaction, account: Account, days: number): Promise<Account> {
  if (account.closedAt) throw new Problem('ACCOUNT_ALREADY_CLOSED');
  if (await isFirstAccount(transaction, account.id)) throw new Problem('FIRST_ACCOUNT');
  const closing = { closedAt: now(), closedWith: account.id, removalDueAt: dueAfter(days) };
  // An account is closed before its subaccounts are read: whoever creates one locks it first, and finds it closed.
  for (let level = [account.id]; level.length > 0; ) {
    const next: string[] = [];
    for (let done = 0; done < level.length; done += accountsAtOnce) {
      const ids = level.slice(done, done + accountsAtOnce);
      await transaction.change(
        ...bind(
          `UPDATE accounts SET closed_at = :closedAt, closed_with = :closedWith, removal_due_at = :removalDueAt
           WHERE id IN (:ids) AND closed_at IS NULL`,
          { ...closing, ids },
        ),
      );
      next.push(...(await childrenOf(transaction, ids)));
    }
    level = next;
  }
  await later(transaction, purgeAccount, { account: account.id }, { dueAt: closing.removalDueAt });
  return { ...account, ...closing };
}

/**
 * Reopens an account, which the transaction has locked, and all that were closed with it. Throws `ACCOUNT_NOT_CLOSED`,
 * `ACCOUNT_BEING_REMOVED`, and `ACCOUNT_CLOSED` if one above it is closed. Its job finds it open and ends.
 */
export async function reopen(transaction: Transaction, account: Account): Promise<Account> {
  if (!account.closedAt) throw new Problem('ACCOUNT_NOT_CLOSED');
  if (account.removalBeganAt) throw new Problem('ACCOUNT_BEING_REMOVED');
  const above = account.parentId && (await requireRow(transaction, accountRow, { id: account.parentId }, 'shared'));
  if (above && above.closedAt)
    throw new Problem('ACCOUNT_CLOSED', `Its parent account ${above.id} is closed. Reopen that one first.`);
  await transaction.change(
    'UPDATE accounts SET closed_at = NULL, closed_with = NULL, removal_due_at = NULL WHERE closed_with = ?',
    [account.id],
  );
  for (const topic of ['jobs', 'deliveries', 'messages', 'tellings'] as const) transaction.signal(topic);
  return { ...account, closedAt: null, closedWith: null, removalDueAt: null };
}

/** Notes that the removal begins, after which nobody can reopen the account. Returns whether it is due. */
export async function beginRemoval(transaction: Transaction, id: string): Promise<boolean> {
  const [account] = await transaction.rows<Pick<Account, 'closedWith' | 'removalBeganAt'>>(
    `SELECT a.closed_with AS closedWith, a.removal_began_at AS removalBeganAt FROM accounts a
     WHERE a.id = ? AND a.closed_at IS NOT NULL AND a.removal_due_at <= ? ${transaction.dialect.forUpdate}`,
    [id, now()],
  );
  if (account?.closedWith !== id) return false;
  if (!account.removalBeganAt)
    await transaction.change('UPDATE accounts SET removal_began_at = ? WHERE id = ?', [now(), id]);
  return true;
}

function dueAfter(days: number): Instant {
  return toInstant(new Date(Date.now() + Math.max(leastMilliseconds, days * 24 * 3600 * 1000)));
}

async function childrenOf(transaction: Transaction, parents: readonly string[]): Promise<string[]> {
  const rows = await transaction.rows<Pick<Account, 'id'>>(
    ...bind('SELECT a.id AS id FROM accounts a WHERE a.parent_id IN (:parents)', { parents }),
  );
  return rows.map(({ id }) => id);
}
