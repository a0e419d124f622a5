import type { Transaction } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { type Account, accounts, addAccount } from './account.ts';

/** Returns the first account of the installation. Creates it if there is none. */
export async function firstAccount(transaction: Transaction): Promise<Account> {
  return (await findFirst(transaction)) ?? addAccount(transaction, { name: 'Main account' });
}

/** Returns whether it is the account to which the key of the operator belongs. */
export async function isFirstAccount(transaction: Transaction, id: string): Promise<boolean> {
  return (await findFirst(transaction))?.id === id;
}

async function findFirst(transaction: Transaction): Promise<Account | undefined> {
  const [first] = await findRows(transaction, accounts, {}, { order: { createdAt: 'ASC', id: 'ASC' }, take: 1 });
  return first;
}
