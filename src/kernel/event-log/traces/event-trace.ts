import { LessThan } from 'typeorm';
import { column, type Stored, table } from '../../database/columns.ts';
import type { Connection, Database, Transaction } from '../../database/database.ts';
import { deleteRows, findRows, insertRows, pruneRows } from '../../database/rows.ts';
import { currentTraceparent, isTracing } from '../../telemetry/instrumentation.ts';
import { daysAgo, realNow } from '../../values/instant.ts';

/** The trace of an event. Deliveries continue it. Only traces that are recorded are stored. */
type EventTrace = Stored<typeof eventTraces>;

export const eventTraces = table({
  name: 'EventTrace',
  tableName: 'event_traces',
  columns: {
    eventId: column.key(column.text(24)),
    traceparent: column.text(55),
    createdAt: column.instant,
  },
  indices: [{ name: 'event_traces_created', columns: ['createdAt'] }],
});

export async function noteTraces<Event extends { id: string }>(
  transaction: Transaction,
  events: readonly Event[],
  traceOf: (event: Event) => string | null = currentTraceparent,
): Promise<void> {
  const createdAt = realNow();
  const rows = events.flatMap((event): EventTrace[] => {
    const traceparent = traceOf(event);
    return traceparent ? [{ eventId: event.id, traceparent, createdAt }] : [];
  });
  if (rows.length > 0) await insertRows(transaction, eventTraces, rows);
}

export async function tracesOf(connection: Connection, eventIds: readonly string[]): Promise<Map<string, string>> {
  if (!isTracing() || eventIds.length === 0) return new Map();
  const found = await findRows(connection, eventTraces, { eventId: eventIds }, { select: ['eventId', 'traceparent'] });
  return new Map(found.map(({ eventId, traceparent }) => [eventId, traceparent]));
}

const keptDays = 7;

export function pruneEventTraces(database: Database): Promise<number> {
  return pruneRows(database, eventTraces, { createdAt: LessThan(daysAgo(keptDays)) });
}

export function removeTraces(transaction: Transaction, eventIds: readonly string[]): Promise<number> {
  return deleteRows(transaction, eventTraces, { eventId: eventIds });
}
