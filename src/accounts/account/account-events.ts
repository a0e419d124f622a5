import type { Transaction } from '../../kernel/database/database.ts';
import { record } from '../../kernel/event-log/event-recorder.ts';
import type { Account } from './account.ts';

/** Records that a subaccount was updated. Top-level accounts emit no event. */
export async function recordSubaccount(transaction: Transaction, account: Account, keyId: string): Promise<void> {
  if (account.parentId === null) return;
  await record(transaction, {
    kind: 'SUBACCOUNT',
    type: 'subaccount_updated',
    accountId: account.id,
    keyId,
    data: account,
  });
}
