import type { Transaction } from '../database/database.ts';
import { insertRow, insertRows } from '../database/rows.ts';
import { now } from '../values/instant.ts';
import { randomId } from '../values/random-ids.ts';
import { type EventKind, type EventType, eventIdShape, events } from './event.ts';
import { sharedEvents } from './shared-event.ts';
import { noteTraces } from './traces/event-trace.ts';

export interface NewEvent<Kind extends EventKind> {
  kind: Kind;
  type: EventType<Kind>;
  accountId: string;
  keyId: string | null;
  campaignId?: string;
  session?: string;
  data: object;
}

/** Call it in the transaction of the change. `sharedWith` also sees the event. */
export async function record<Kind extends EventKind>(
  transaction: Transaction,
  event: NewEvent<Kind>,
  sharedWith: string | null = null,
): Promise<void> {
  const [id = ''] = await recordEach(transaction, [event]);
  if (sharedWith) await insertRow(transaction, sharedEvents, { eventId: id, accountId: sharedWith });
}

export async function recordEach<Kind extends EventKind>(
  transaction: Transaction,
  newEvents: readonly NewEvent<Kind>[],
  traceOf?: (event: { session: string | null }) => string | null,
): Promise<string[]> {
  if (newEvents.length === 0) return [];
  const createdAt = now();
  const rows = newEvents.map(({ kind, type, accountId, keyId, campaignId = null, session = null, data }) => ({
    id: randomId(eventIdShape),
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
  return rows.map(({ id }) => id);
}
