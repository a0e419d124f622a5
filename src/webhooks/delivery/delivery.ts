import { LessThan } from 'typeorm';
import { accountsKeeping } from '../../accounts/account/account-retention.ts';
import { accountsAhead } from '../../kernel/clocks/account-clocks.ts';
import { column, columnsOf, type Stored, selectList, table } from '../../kernel/database/columns.ts';
import type { Database } from '../../kernel/database/database.ts';
import { deleteRows, findRows, rowOf } from '../../kernel/database/rows.ts';
import { daysAgo } from '../../kernel/values/instant.ts';

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
type DeliveryStatus = (typeof deliveryStatuses)[number];

export type WebhookDelivery = Stored<typeof webhookDeliveries>;

export const webhookDeliveries = table({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  columns: {
    number: column.ascending,
    id: column.text(20),
    /** The account of the endpoint. The event may belong to another account. */
    accountId: column.text(20),
    endpointId: column.text(20),
    eventId: column.text(24),
    position: column.bigNumber,
    status: column.text<DeliveryStatus>(10),
    createdAt: column.instant,
    /** When the next attempt is due. During an attempt, when its lease ends. Null when the delivery has ended. */
    dueAt: column.instantOrNull,
    finishedAt: column.instantOrNull,
    /**
     * How many times the delivery has been claimed. The number identifies the attempt, so that a late outcome is
     * recognized.
     */
    claims: column.integer,
    /** The number of failed attempts in a row. It determines when the next attempt is due. */
    failures: column.integer,
  },
  indices: [
    { name: 'webhook_deliveries_id', columns: ['id'], unique: true },
    { name: 'webhook_deliveries_position', columns: ['endpointId', 'position'], unique: true },
    { name: 'webhook_deliveries_due', columns: ['endpointId', 'dueAt', 'position'] },
    { name: 'webhook_deliveries_account', columns: ['accountId', 'status', 'createdAt'] },
  ],
});

export const deliveryRow = rowOf(webhookDeliveries, { missing: 'WEBHOOK_DELIVERY_NOT_FOUND' });

export const deliveryColumns = selectList(columnsOf(webhookDeliveries, 'd'));

export type WebhookAttempt = Stored<typeof webhookAttempts>;

export const webhookAttempts = table({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempts',
  columns: {
    deliveryNumber: column.key(column.bigNumber),
    number: column.key(column.integer),
    at: column.instant,
    milliseconds: column.integer,
    /** The status of the response. Null if there was none. */
    status: column.integerOrNull,
    /** The first 8 kB of the body of the response. */
    response: column.longTextOrNull,
    error: column.textOrNull(300),
  },
});

export const attemptColumns = selectList(columnsOf(webhookAttempts, 'a'));

const chunk = 500;

interface KeptDays {
  delivered: number;
  others: number;
}

/** Removes deliveries with their attempts. Returns the number of deliveries. */
export async function pruneDeliveries(database: Database, { delivered, others }: KeptDays): Promise<number> {
  const ahead = accountsAhead();
  const young = `y.created_at >= :delivered ${ahead.length > 0 ? 'AND y.account_id NOT IN (:ahead)' : ''}`;
  const found = await database.rows<{ number: number }>(
    `SELECT d.number AS number FROM webhook_deliveries d
       WHERE d.number < COALESCE(
           (SELECT y.number FROM webhook_deliveries y WHERE ${young} ORDER BY y.number LIMIT 1), ${Number.MAX_SAFE_INTEGER})
         AND d.created_at < :delivered AND (d.status = 'DELIVERED' OR d.created_at < :others)
       ORDER BY d.number LIMIT ${chunk}`,
    { delivered: daysAgo(delivered), others: daysAgo(others), ahead },
  );
  return removeDeliveries(database, found);
}

export async function pruneDeliveriesOf(
  database: Database,
  accountId: string,
  { delivered, others }: KeptDays,
): Promise<number> {
  const found = await database.rows<{ number: number }>(
    `SELECT d.number AS number FROM webhook_deliveries d
       WHERE d.account_id = :accountId AND d.status IN ('DELIVERED', 'FAILED') AND d.created_at < :delivered
         AND (d.status = 'DELIVERED' OR d.created_at < :others) LIMIT ${chunk}`,
    { accountId, delivered: daysAgo(delivered), others: daysAgo(others) },
  );
  return removeDeliveries(database, found);
}

/**
 * Removes deliveries of accounts that keep successful ones for fewer days than the installation. Returns their number.
 */
export async function pruneDeliveriesOfAccounts(database: Database, installation: number): Promise<number> {
  for (const { id, days } of await accountsKeeping(database, 'deliveries', installation)) {
    const expired = { accountId: id, status: 'DELIVERED', createdAt: LessThan(daysAgo(days)) } as const;
    const found = await findRows(database, webhookDeliveries, expired, { select: ['number'], take: chunk });
    if (found.length === 0) continue;
    return removeDeliveries(database, found);
  }
  return 0;
}

export async function removeDeliveriesOf(database: Database, endpointId: string): Promise<boolean> {
  const found = await findRows(database, webhookDeliveries, { endpointId }, { select: ['number'], take: chunk });
  return (await removeDeliveries(database, found)) < chunk;
}

async function removeDeliveries(database: Database, found: readonly { number: number }[]): Promise<number> {
  const numbers = found.map(({ number }) => number);
  if (numbers.length > 0)
    await database.transaction(async (transaction) => {
      await deleteRows(transaction, webhookAttempts, { deliveryNumber: numbers });
      await deleteRows(transaction, webhookDeliveries, { number: numbers });
    });
  return found.length;
}
