import type { Database, Transaction } from '../../kernel/database/database.ts';
import { findRow, requireRow, updateRows } from '../../kernel/database/rows.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import type { RemovalStep } from '../../kernel/jobs/removal.ts';
import { Problem } from '../../kernel/problem.ts';
import { daysAgo, realNow, toDate, toInstant } from '../../kernel/values/instant.ts';
import { type Account, accountRow, accounts } from '../account/account.ts';
import { recordRemoval } from '../account/account-events.ts';
import { accountsBelow } from '../account/account-root.ts';
import { deleteAccount } from '../account/removed-account.ts';

export const accountRemovals = new ExtensionPoint<RemovalStep>('accountRemovals');

/** After this time, all work that began before the closing has ended in every process. */
const restMilliseconds = 60_000;

/**
 * Begins to remove an account and those below it. After that, they cannot be reopened. Call it with the account locked.
 * Throws `ACCOUNT_NOT_CLOSED`.
 */
export async function beginRemoval(transaction: Transaction, { id, closedAt, closedWith }: Account): Promise<void> {
  if (closedAt === null || closedWith === null) throw new Problem('ACCOUNT_NOT_CLOSED');
  if (closedWith !== id)
    throw new Problem('ACCOUNT_NOT_CLOSED', `The account was closed with ${closedWith}. Remove that one.`);
  const dueAt = toInstant(new Date(Math.max(Date.now(), toDate(closedAt).getTime() + restMilliseconds)));
  await updateRows(transaction, accounts, { id }, { removalBeganAt: realNow() });
  await enqueue(transaction, removeAccountJob, { account: id }, { dueAt });
}

/** Begins a removal that is due, or restarts one that should have finished by now. Returns the number of accounts. */
export async function beginNextRemoval(database: Database, keptDays: number): Promise<number> {
  const [due] = await database.rows<Pick<Account, 'id'>>(
    `SELECT a.id AS id FROM accounts a WHERE a.closed_at < ? AND a.closed_with = a.id AND a.removal_began_at IS NULL
     UNION ALL SELECT a.id AS id FROM accounts a WHERE a.removal_began_at < ? LIMIT 1`,
    [daysAgo(keptDays), daysAgo(1)],
  );
  if (!due) return 0;
  return database.transaction(async (transaction) => {
    const account = await findRow(transaction, accountRow, due, 'exclusive');
    // The account may have been reopened, or another process may have begun its removal.
    const isDue = account?.removalBeganAt
      ? account.removalBeganAt < daysAgo(1)
      : account?.closedAt && account.closedAt < daysAgo(keptDays);
    if (account && isDue) await beginRemoval(transaction, account);
    return account && isDue ? 1 : 0;
  });
}

const stepMilliseconds = 200;
const secondsToSettle = 1;

/**
 * Removes accounts, those at the bottom first. The job belongs to no account and stores no progress, because each step
 * continues with what is left.
 */
export const removeAccountJob = defineJob<{ account: string }>('removeAccount', {
  step: async (database, { account: id }) => {
    const root = await findRow(database, accountRow, { id });
    if (!root?.removalBeganAt) return true;
    const account = await deepestBelow(database, root);
    if (account.closedAt === null) throw new Error(`the account ${account.id} is open`);
    const end = Date.now() + stepMilliseconds;
    let isEmpty = true;
    for (const step of accountRemovals.extensions) {
      while (!(await step(database, account.id))) {
        isEmpty = false;
        if (Date.now() > end) return false;
      }
    }
    if (!isEmpty) return secondsToSettle;
    await database.transaction((transaction) => removeEmpty(transaction, account, root));
    return account.id === root.id;
  },
});

async function deepestBelow(database: Database, top: Account): Promise<Account> {
  const [id] = await accountsBelow(database, [top.id]);
  const below = id ? await findRow(database, accountRow, { id }) : null;
  return below ? deepestBelow(database, below) : top;
}

async function removeEmpty(transaction: Transaction, account: Account, root: Account): Promise<void> {
  // Report a removal only once, even if another process finished it.
  if (!(await deleteAccount(transaction, account.id)) || account.id !== root.id || !root.parentId) return;
  const parent = await requireRow(transaction, accountRow, { id: root.parentId });
  if (!parent.removalBeganAt) await recordRemoval(transaction, account, parent.id);
}
