import { LessThanOrEqual, MoreThan } from 'typeorm';
import type { Transaction } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRows, plus, updateRows } from '../../kernel/database/rows.ts';
import { invalidInput, Problem } from '../../kernel/problem.ts';
import { accounts } from './account.ts';

/** The maximum value of the column. */
const maxEmails = 2_147_483_647;

export async function takeEmail(transaction: Transaction, accountId: string): Promise<void> {
  if (!(await hasTakenEmail(transaction, accountId))) throw new Problem('EMAIL_BALANCE_EMPTY');
}

export async function hasTakenEmail(transaction: Transaction, accountId: string): Promise<boolean> {
  const taken = await updateRows(
    transaction,
    accounts,
    { id: accountId, emailBalance: MoreThan(0) },
    { emailBalance: plus(-1) },
  );
  return taken > 0;
}

export async function addEmails(transaction: Transaction, accountId: string, amount: number): Promise<void> {
  const added = await updateRows(
    transaction,
    accounts,
    { id: accountId, emailBalance: LessThanOrEqual(maxEmails - amount) },
    { emailBalance: plus(amount) },
  );
  if (added === 0) throw invalidInput('amount', `would raise the balance above ${maxEmails}`);
}

export async function returnEmails(transaction: Transaction, accountId: string, amount: number): Promise<void> {
  await transaction.change(
    `UPDATE accounts SET email_balance = CASE WHEN email_balance > ? THEN ${maxEmails} ELSE email_balance + ? END WHERE id = ?`,
    [maxEmails - amount, amount, accountId],
  );
}

/** Reads the balance from the database, because the cached account of the caller may be seconds old. */
export const readEmailBalance = batched<string, number>(async (database, ids) => {
  const rows = await findRows(database, accounts, { id: ids }, { select: ['id', 'emailBalance'] });
  const balances = new Map(rows.map(({ id, emailBalance }) => [id, emailBalance]));
  return ids.map((id) => balances.get(id) ?? new Error(`account ${id} is gone`));
});
