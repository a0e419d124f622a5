import type { Transaction } from '../../kernel/database/database.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';
import type { Account } from './account.ts';

export const accountRenamings = new ExtensionPoint<(transaction: Transaction, account: Account) => Promise<void>>(
  'accountRenamings',
);
