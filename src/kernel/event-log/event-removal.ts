import type { Database } from '../database/database.ts';
import { bind } from '../database/statement.ts';
import { unshare, unshareWith } from './shared-event.ts';
import { removeTraces } from './traces/event-trace.ts';

const chunk = 500;

/**
 * Empties some events of an account that is being removed. Their rows stay, because positions have no holes, with nothing
 * but their ids, types and times. No account sees them any more. Returns whether none are left.
 */
export async function emptyEvents(database: Database, accountId: string): Promise<boolean> {
  const found = await database.rows<{ id: string; number: number }>(
    `SELECT e.id AS id, e.number AS number FROM events e ${database.dialect.useIndex('events_account')}
     WHERE e.account_id = ? LIMIT ${chunk}`,
    [accountId],
  );
  if (found.length === 0)
    return (await database.transaction((transaction) => unshareWith(transaction, accountId))) === 0;
  const numbers = found.map(({ number }) => number);
  const ids = found.map(({ id }) => id);
  await database.transaction(async (transaction) => {
    await unshare(transaction, ids);
    await removeTraces(transaction, ids);
    await transaction.change(
      ...bind(
        `UPDATE events SET account_id = '', campaign_id = NULL, session = NULL, key_id = NULL, data = '{}'
         WHERE number IN (:numbers)`,
        { numbers },
      ),
    );
  });
  return false;
}

/** Whether an event belonged to an account that was removed. It holds nothing any more. */
export function isEmptied({ accountId }: { accountId: string }): boolean {
  return accountId === '';
}
