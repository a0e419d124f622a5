import type { Transaction } from '../../kernel/database/database.ts';
import { type EventType, record } from '../../kernel/event-log/event.ts';
import type { Account } from './account.ts';

export async function recordSubaccount(
  transaction: Transaction,
  account: Account,
  type: EventType<'SUBACCOUNT'>,
  keyId: string,
): Promise<void> {
  const { id: accountId, parentId } = account;
  if (parentId) await record(transaction, { kind: 'SUBACCOUNT', type, accountId, keyId, data: account }, parentId);
}

export async function recordRemoval(transaction: Transaction, account: Account, parentId: string): Promise<void> {
  const event = { kind: 'SUBACCOUNT', type: 'subaccount_removed', accountId: parentId, keyId: null } as const;
  await record(transaction, { ...event, data: account });
}
