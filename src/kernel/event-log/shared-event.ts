import { column, table } from '../database/columns.ts';
import type { Transaction } from '../database/database.ts';
import { deleteRows } from '../database/rows.ts';

/** An event of a subaccount in the log of its parent. */
export const sharedEvents = table({
  name: 'SharedEvent',
  tableName: 'shared_events',
  columns: {
    eventId: column.key(column.text(24)),
    accountId: column.text(20),
  },
  indices: [{ name: 'shared_events_account', columns: ['accountId'] }],
});

export async function unshare(transaction: Transaction, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await deleteRows(transaction, sharedEvents, { eventId: eventIds });
}

export function unshareWith(transaction: Transaction, accountId: string): Promise<number> {
  return deleteRows(transaction, sharedEvents, { accountId }, 500);
}
