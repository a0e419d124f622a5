import type { Transaction } from '../../kernel/database/database.ts';
import { type Account, accounts, addAccount } from './account.ts';

/** Returns the first account of the installation. Creates it if there is none. */
export async function firstAccount(transaction: Transaction): Promise<Account> {
  const [first] = await transaction.manager.find(accounts, { order: { createdAt: 'ASC', id: 'ASC' }, take: 1 });
  return first ?? addAccount(transaction, { name: 'Main account' });
}
