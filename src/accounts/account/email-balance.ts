import type { Transaction } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { invalidInput, Problem } from '../../kernel/problem.ts';

/** The maximum value of the column. */
const mostEmails = 2_147_483_647;

export async function takeEmail(transaction: Transaction, accountId: string): Promise<void> {
  if (!(await hasTakenEmail(transaction, accountId))) throw new Problem('EMAIL_BALANCE_EMPTY');
}

export async function hasTakenEmail(transaction: Transaction, accountId: string): Promise<boolean> {
  const taken = await transaction.change(
    'UPDATE accounts SET email_balance = email_balance - 1 WHERE id = ? AND email_balance > 0',
    [accountId],
  );
  return taken > 0;
}

export async function addEmails(transaction: Transaction, accountId: string, amount: number): Promise<void> {
  const added = await transaction.change(
    'UPDATE accounts SET email_balance = email_balance + ? WHERE id = ? AND email_balance <= ?',
    [amount, accountId, mostEmails - amount],
  );
  if (added === 0) throw invalidInput('amount', `would raise the balance above ${mostEmails}`);
}

export async function returnEmails(transaction: Transaction, accountId: string, amount: number): Promise<void> {
  await transaction.change(
    `UPDATE accounts SET email_balance = CASE WHEN email_balance > ? THEN ${mostEmails} ELSE email_balance + ? END WHERE id = ?`,
    [mostEmails - amount, amount, accountId],
  );
}

/** Reads the current balance, because the cached account of the caller may be some seconds old. */
export const readEmailBalance = shared<string, number>(async (database, ids) => {
  const rows = await database.rows<{ id: string; balance: number }>(
    ...bind('SELECT a.id AS id, a.email_balance AS balance FROM accounts a WHERE a.id IN (:ids)', { ids }),
  );
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]));
  return ids.map((id) => balances.get(id) ?? new Error(`account ${id} is gone`));
});
