import type { Database } from '../../kernel/database/database.ts';
import { rowPages } from '../../kernel/database/row-pages.ts';
import { plus, updateRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { type WebhookDelivery, webhookDeliveries } from '../delivery/delivery.ts';

const chunk = 500;

const restored = 'The database was restored from a backup: it may have been delivered or not.';

export type WaitingDelivery = Pick<WebhookDelivery, 'number' | 'id' | 'endpointId' | 'eventId' | 'claims'>;

/**
 * Ends waiting deliveries, so that no receiver gets one twice. Keeps those whose ids `undelivered` returns. Returns the
 * ids of the ended deliveries.
 */
export async function holdDeliveries(
  database: Database,
  undelivered: (waiting: readonly WaitingDelivery[]) => Promise<Set<string>>,
): Promise<string[]> {
  const held: string[] = [];
  const select = ['number', 'id', 'endpointId', 'eventId', 'claims'] as const;
  const pages = rowPages(database, webhookDeliveries, { status: 'PENDING' }, { by: 'number', take: chunk, select });
  for await (const waiting of pages) {
    const still = await undelivered(waiting);
    const unsure = waiting.filter(({ id }) => !still.has(id));
    if (unsure.length === 0) continue;
    const values = { at: now(), restored, numbers: unsure.map(({ number }) => number) };
    await database.transaction(async (transaction) => {
      await transaction.change(
        `${transaction.dialect.insertIfAbsent} INTO webhook_attempts (delivery_number, number, at, milliseconds, error)
           SELECT d.number, d.claims + 1, :at, 0, :restored FROM webhook_deliveries d WHERE d.number IN (:numbers)`,
        values,
      );
      await updateRows(
        transaction,
        webhookDeliveries,
        { number: values.numbers },
        { status: 'FAILED', dueAt: null, finishedAt: values.at, claims: plus(1) },
      );
    });
    for (const { id } of unsure) held.push(id);
  }
  return held;
}
