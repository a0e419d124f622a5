import { toInstant } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { bind } from '../database/dialect.ts';

const chunk = 500;
const keptDays = 30;
/** As long as the events that they are about. */
const failedKeptDays = 400;

/**
 * Removes deliveries that succeeded more than 30 days ago, and those of any kind whose events are no longer kept, with
 * their attempts. Answers how many: call it again while there are any.
 */
export async function pruneDeliveries(database: Database): Promise<number> {
  const found = await database.rows<{ number: number }>(
    `SELECT d.number AS number FROM webhook_deliveries d
     WHERE d.created_at < ? AND (d.status = 'DELIVERED' OR d.created_at < ?) ORDER BY d.number LIMIT ${chunk}`,
    [daysAgo(keptDays), daysAgo(failedKeptDays)],
  );
  await removeDeliveries(
    database,
    found.map(({ number }) => number),
  );
  return found.length;
}

export async function removeDeliveries(database: Database, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  const values = { numbers };
  await database.transaction(async (transaction) => {
    await transaction.change(...bind('DELETE FROM webhook_attempts WHERE delivery_number IN (:numbers)', values));
    await transaction.change(...bind('DELETE FROM webhook_deliveries WHERE number IN (:numbers)', values));
  });
}

function daysAgo(days: number): string {
  return toInstant(new Date(Date.now() - days * 24 * 3600 * 1000));
}
