import { MoreThan } from 'typeorm';
import type { Database } from '../../kernel/database/database.ts';
import { findRows, plus, updateRows } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import { type WebhookDelivery, webhookDeliveries } from '../delivery/delivery.ts';

const chunk = 500;

const restored = 'The database was restored from a backup: it may have been delivered or not.';

export type WaitingDelivery = Pick<WebhookDelivery, 'number' | 'id' | 'endpointId' | 'eventId' | 'claims'>;

/**
 * Gives up deliveries that waited, so that no receiver gets one a second time by itself. `undelivered` returns the ids of those
 * that were certainly not attempted; they go on waiting. Returns the ids of the others.
 */
export async function holdDeliveries(
  database: Database,
  undelivered: (waiting: readonly WaitingDelivery[]) => Promise<Set<string>>,
): Promise<string[]> {
  const held: string[] = [];
  for (let after = 0; ; ) {
    const waiting: WaitingDelivery[] = await findRows(
      database,
      webhookDeliveries,
      { number: MoreThan(after), status: 'PENDING' },
      { select: ['number', 'id', 'endpointId', 'eventId', 'claims'], order: { number: 'ASC' }, take: chunk },
    );
    const last = waiting.at(-1);
    if (!last) return held;
    after = last.number;
    const still = await undelivered(waiting);
    const unsure = waiting.filter(({ id }) => !still.has(id));
    if (unsure.length === 0) continue;
    const values = { at: now(), restored, numbers: unsure.map(({ number }) => number) };
    await database.transaction(async (transaction) => {
      await transaction.change(
        ...bind(
          `${transaction.dialect.insertIfAbsent} INTO webhook_attempts (delivery_number, number, at, milliseconds, error)
           SELECT d.number, d.claims + 1, :at, 0, :restored FROM webhook_deliveries d WHERE d.number IN (:numbers)`,
          values,
        ),
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
}
