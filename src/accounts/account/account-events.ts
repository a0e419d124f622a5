import type { Transaction } from '../../kernel/database/database.ts';
import type { EventType } from '../../kernel/event-log/event-catalog.ts';
import { record } from '../../kernel/event-log/event-recorder.ts';
import type { Account } from './account.ts';

/** Records an event of a subaccount, which its parent sees too. Top-level accounts emit no event. */
export async function recordSubaccount(
  transaction: Transaction,
  account: Account,
  type: EventType<'SUBACCOUNT'>,
  keyId: string,
): Promise<void> {
  const { id: accountId, parentId } = account;
  if (parentId) await record(transaction, { kind: 'SUBACCOUNT', type, accountId, keyId, data: account }, parentId);
}
