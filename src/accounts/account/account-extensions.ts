import type { Transaction } from '../../kernel/database/database.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';
import type { Account } from './account.ts';

/** Functions that run after an account got another name, in the same transaction. */
export const accountRenamings = new ExtensionPoint<(transaction: Transaction, account: Account) => Promise<void>>(
  'accountRenamings',
);
