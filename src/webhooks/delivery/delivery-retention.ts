import { LessThan } from 'typeorm';
import { accountsKeeping } from '../../accounts/account/account-retention.ts';
import { accountsAhead } from '../../kernel/clocks/account-clocks.ts';
import type { Database } from '../../kernel/database/database.ts';
import { deleteRows, findRows } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { daysAgo } from '../../kernel/values/instant.ts';
import { webhookAttempts, webhookDeliveries } from './delivery.ts';

const chunk = 500;

/** Number of days for which deliveries are kept: successful ones, and all others. */
interface KeptDays {
  delivered: number;
  others: number;
}

/** Removes the oldest expired deliveries with their attempts, and returns their number. */
export async function pruneDeliveries(database: Database, { delivered, others }: KeptDays): Promise<number> {
  const ahead = accountsAhead();
  const young = `y.created_at >= :delivered ${ahead.length > 0 ? 'AND y.account_id NOT IN (:ahead)' : ''}`;
  const found = await database.rows<{ number: number }>(
    ...bind(
      `SELECT d.number AS number FROM webhook_deliveries d
       WHERE d.number < COALESCE(
           (SELECT y.number FROM webhook_deliveries y WHERE ${young} ORDER BY y.number LIMIT 1), ${Number.MAX_SAFE_INTEGER})
         AND d.created_at < :delivered AND (d.status = 'DELIVERED' OR d.created_at < :others)
       ORDER BY d.number LIMIT ${chunk}`,
      { delivered: daysAgo(delivered), others: daysAgo(others), ahead },
    ),
  );
  await removeDeliveries(
    database,
    found.map(({ number }) => number),
  );
  return found.length;
}

/** Does the same for one account, on the clock on which it runs. */
export async function pruneDeliveriesOf(
  database: Database,
  accountId: string,
  { delivered, others }: KeptDays,
): Promise<number> {
  const found = await database.rows<{ number: number }>(
    ...bind(
      `SELECT d.number AS number FROM webhook_deliveries d
       WHERE d.account_id = :accountId AND d.status IN ('DELIVERED', 'FAILED') AND d.created_at < :delivered
         AND (d.status = 'DELIVERED' OR d.created_at < :others) LIMIT ${chunk}`,
      { accountId, delivered: daysAgo(delivered), others: daysAgo(others) },
    ),
  );
  await removeDeliveries(
    database,
    found.map(({ number }) => number),
  );
  return found.length;
}

/**
 * Removes a chunk of the successful deliveries that their accounts keep for fewer days than the installation, and returns
 * its size.
 */
export async function pruneDeliveriesOfAccounts(database: Database, installation: number): Promise<number> {
  for (const { id, days } of await accountsKeeping(database, 'deliveries', installation)) {
    const expired = { accountId: id, status: 'DELIVERED', createdAt: LessThan(daysAgo(days)) } as const;
    const found = await findRows(database, webhookDeliveries, expired, { select: ['number'], take: chunk });
    if (found.length === 0) continue;
    await removeDeliveries(
      database,
      found.map(({ number }) => number),
    );
    return found.length;
  }
  return 0;
}

/** Removes the deliveries of a deleted endpoint. */
export async function removeDeliveriesOf(database: Database, endpointId: string): Promise<boolean> {
  const found = await findRows(database, webhookDeliveries, { endpointId }, { select: ['number'], take: chunk });
  await removeDeliveries(
    database,
    found.map(({ number }) => number),
  );
  return found.length < chunk;
}

async function removeDeliveries(database: Database, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await database.transaction(async (transaction) => {
    await deleteRows(transaction, webhookAttempts, { deliveryNumber: numbers });
    await deleteRows(transaction, webhookDeliveries, { number: numbers });
  });
}
