import type { Transaction } from '../database/database.ts';
import { insertRow, insertRows } from '../database/rows.ts';
import { newId } from '../values/ids.ts';
import { now } from '../values/instant.ts';
import { events } from './event.ts';
import type { EventKind, EventType } from './event-catalog.ts';
import { sharedEvents } from './shared-event.ts';
import { noteTraces } from './traces/event-trace.ts';

export interface NewEvent<Kind extends EventKind> {
  kind: Kind;
  type: EventType<Kind>;
  accountId: string;
  keyId: string | null;
  campaignId?: string;
  session?: string;
  /** The noun after the change. */
  data: object;
}

/**
 * Inserts the event in the transaction of the change that it describes. It stands in the log of its account and of the
 * account that it is shared with.
 */
export async function record<Kind extends EventKind>(
  transaction: Transaction,
  event: NewEvent<Kind>,
  sharedWith: string | null = null,
): Promise<void> {
  const { data, campaignId = null, ...rest } = event;
  const id = newId('event');
  await insertRow(transaction, events, {
    ...rest,
    id,
    createdAt: now(),
    campaignId,
    data: JSON.stringify(data),
  });
  await noteTraces(transaction, [{ id }]);
  if (sharedWith) await insertRow(transaction, sharedEvents, { eventId: id, accountId: sharedWith });
  transaction.signal('events');
}

/** Inserts any number of events of one time. `traceOf` returns the trace of an event. Default: the current one. */
export async function recordEach<Kind extends EventKind>(
  transaction: Transaction,
  newEvents: readonly NewEvent<Kind>[],
  traceOf?: (event: { session: string | null }) => string | null,
): Promise<void> {
  if (newEvents.length === 0) return;
  const createdAt = now();
  const rows = newEvents.map(({ kind, type, accountId, keyId, campaignId = null, session = null, data }) => ({
    id: newId('event'),
    accountId,
    kind,
    type,
    createdAt,
    campaignId,
    session,
    keyId,
    data: JSON.stringify(data),
  }));
  await insertRows(transaction, events, rows);
  await noteTraces(transaction, rows, traceOf);
  transaction.signal('events');
}
