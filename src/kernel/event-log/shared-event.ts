import { key, table, text } from '../database/columns.ts';
import type { Transaction } from '../database/database.ts';
import { bind } from '../database/statement.ts';

/** An event that also stands in the log of another account: that of a subaccount in the log of its parent. */
export const sharedEvents = table({
  name: 'SharedEvent',
  tableName: 'shared_events',
  columns: {
    eventId: key(text(24)),
    /** The account with which the account of the event shares it. */
    accountId: text(20),
  },
  indices: [{ name: 'shared_events_account', columns: ['accountId'] }],
});

/** Takes events out of the logs of the accounts that they are shared with. */
export async function unshare(transaction: Transaction, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await transaction.change(...bind('DELETE FROM shared_events WHERE event_id IN (:eventIds)', { eventIds }));
}

/** Takes some events out of the log of an account that they are shared with, and returns their number. */
export function unshareWith(transaction: Transaction, accountId: string): Promise<number> {
  return transaction.change('DELETE FROM shared_events WHERE account_id = ? LIMIT 500', [accountId]);
}
